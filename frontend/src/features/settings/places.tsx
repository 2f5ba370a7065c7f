import { useState } from "react";
import type { Client, ClipboardAccess, Location } from "../../bridge/client";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Icon } from "../../ui/icon";
import { Row } from "./row";
import styles from "./settings.module.css";
import { sentence } from "./use-changes";
import type { Fact } from "./use-found";

export interface PlacesProps {
  readonly locations: readonly Location[];
  readonly client: Pick<Client, "settings">;
  readonly clipboard: ClipboardAccess;
  /** Only there a place can be shown: the files may be on another machine than the browser. */
  readonly desktop: boolean;
}

/** Where the application keeps something. */
export function Places({ locations, client, clipboard, desktop }: PlacesProps) {
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});

  async function reveal(id: string) {
    try {
      await client.settings.reveal(id);
      setFailures({});
    } catch (failure) {
      setFailures({ [id]: sentence(failure) });
    }
  }

  return (
    <div className={styles.box}>
      {locations.map(({ id, name, path }) => (
        <Row key={id} id={`data.${id}`} name={name} message={failures[id]}>
          {() =>
            path === "" ? (
              <span className={styles.description}>Cannot be kept</span>
            ) : (
              <>
                <span className={`mono ${styles.value}`}>{path}</span>
                <CopyButton text={path} what={name} clipboard={clipboard} data-control="location-copy" />
                {desktop && (
                  <Button
                    size="small"
                    variant="ghost"
                    data-control="location-reveal"
                    aria-label={`Reveal ${name}`}
                    onClick={() => void reveal(id)}
                  >
                    <Icon name="folder" size={12} />
                    Reveal
                  </Button>
                )}
              </>
            )
          }
        </Row>
      ))}
    </div>
  );
}

export interface AboutProps {
  readonly facts: readonly Fact[];
  readonly clipboard: ClipboardAccess;
}

/** What runs here, to be copied into a report. */
export function About({ facts, clipboard }: AboutProps) {
  const text = facts.map(({ name, value }) => `${name}: ${value}`).join("\n");
  return (
    <div className={styles.box}>
      {facts.map(({ name, value }) => (
        <Row key={name} id={`about.${name.toLowerCase().replace(" ", "-")}`} name={name}>
          {() => <span className={`mono ${styles.value}`}>{value}</span>}
        </Row>
      ))}
      <div className={styles.tools}>
        <CopyButton text={text} what="all of this" clipboard={clipboard} data-control="about-copy" />
      </div>
    </div>
  );
}
