import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Process, Survivor } from "../../bridge/client";
import { backendWith, id } from "../../state/fixture";
import { Notices } from "../../state/notices";
import { SurvivorsRow } from "./survivors-row";

afterEach(cleanup);

const process = (name: string, pid: number): Process => ({ name, pid, startTime: 1, bootId: "b" });
const survivor = (terminal: string, ...members: Process[]): Survivor => ({
  process: process("bash", 7),
  terminal: id(terminal),
  path: "/home/ada/src",
  started: "2026-05-01T10:00:00Z",
  members,
});

it("names the programs that live, and not the shell that is gone", () => {
  const notices = new Notices(backendWith());
  const survivors = [
    survivor("1", process("node", 8), process("esbuild", 9)),
    survivor("2", process("make", 12)),
  ];
  render(<SurvivorsRow survivors={survivors} home="/home/ada" notices={notices} />);
  expect(document.querySelector("[data-notice=survivors] p")?.textContent).toBe(
    "3 programs of an earlier run still run. node (8) in ~/src, esbuild (9) in ~/src and make (12) in ~/src",
  );
  expect(screen.queryByText(/bash/)).toBeNull();
  notices.dispose();
});
