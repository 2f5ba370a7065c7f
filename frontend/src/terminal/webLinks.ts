/** Finds the links under the pointer, also those that were wrapped onto several rows. */
import type { ILink, ILinkProvider, Terminal } from "@xterm/xterm";
import { joinedLine, lineStart } from "./joinedLine";
import { findLinks } from "./links";

export interface LinkHandler {
  activate(event: MouseEvent, uri: string): void;
  hover(event: MouseEvent, uri: string): void;
  leave(): void;
}

export class WebLinkProvider implements ILinkProvider {
  constructor(
    private readonly terminal: Terminal,
    private readonly handler: LinkHandler,
  ) {}

  provideLinks(bufferLineNumber: number, callback: (links: ILink[] | undefined) => void): void {
    const buffer = this.terminal.buffer.active;
    const first = lineStart(buffer, bufferLineNumber - 1);
    const line = joinedLine(buffer, first);
    const links = findLinks(line.text).map((found): ILink => {
      const start = line.cellAt(found.start);
      const end = line.cellAt(found.end - 1);
      return {
        text: found.uri,
        // One-based, and the end is the last cell itself.
        range: {
          start: { x: start.col + 1, y: first + start.row + 1 },
          end: { x: end.col + 1, y: first + end.row + 1 },
        },
        activate: (event, uri) => this.handler.activate(event, uri),
        hover: (event, uri) => this.handler.hover(event, uri),
        leave: () => this.handler.leave(),
      };
    });
    callback(links.length > 0 ? links : undefined);
  }
}
