import { spawn } from "node:child_process";
import { Client as InstalledClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as InstalledStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Archives, type JobsProject, type JobsServer, makeJobsProject, startJobs } from "./jobs-project.ts";
import { mainPath } from "./run-pegboard.ts";

// However a server comes to its end in the middle of a long call: what it leaves behind. The builds of these tests would
// take minutes, the drains too, where the end should not wait for them.

const endless = 10_000;
const forEver = ["--drain", "600"];
const started: JobsServer[] = [];
let project: JobsProject;
beforeAll(async () => {
  project = await makeJobsProject();
});
afterAll(() => {
  for (const { child } of started) child.kill("SIGKILL");
  project.remove();
});

/** A server in the middle of building "letters". */
async function building(
  words: readonly string[],
  { archives = project.archives(), steps = endless, tool = "archive_build" } = {},
): Promise<JobsServer & { readonly archives: Archives }> {
  const server = startJobs(project, archives, words);
  started.push(server);
  server.call(1, tool, { archive: "letters", steps });
  await archives.untilBuilding("letters");
  return { ...server, archives };
}

async function expectNothingLeft(archives: Archives): Promise<void> {
  await archives.untilQuiet();
  // "closed" is the host's word that it was closed.
  expect([archives.files(), archives.entries("letters")]).toEqual([["closed"], 0]);
}

const structured = { result: expect.objectContaining({ structuredContent: { archive: "letters", entries: 30 } }) };

describe("SIGTERM", () => {
  it("lets a running call come to its end and be answered, and reads nothing more", async () => {
    const { child, exit, call, messages, archives } = await building(forEver, { steps: 30 });
    child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 100));
    call(2, "archive_babble", {});
    expect(await exit).toEqual([0, null]);
    expect(messages).toEqual([expect.objectContaining({ id: 1, ...structured })]);
    expect([archives.files(), archives.entries("letters")]).toEqual([["closed", "letters.archive"], 30]);
    await archives.untilQuiet();
  });

  it("aborts what is not done in time, and waits until it has undone its work", async () => {
    const { child, exit, archives, stderr } = await building(["--drain", "0.1"]);
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    expect(stderr()).toContain("calls were still running at the end and were aborted");
    await expectNothingLeft(archives);
  });

  it("after the end of the input aborts at once, as clients kill two seconds later", async () => {
    const { child, exit, archives } = await building(forEver);
    child.stdin?.end();
    // The end of the input alone ends nothing.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(child.exitCode).toBeNull();
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    await expectNothingLeft(archives);
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("and then %s ends at once with %i, and no child stays", async (signal, code) => {
    const { child, exit, archives } = await building(forEver);
    child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill(signal);
    expect(await exit).toEqual([code, null]);
    await archives.untilQuiet();
    expect([archives.isLocked("letters"), archives.entries("letters")]).toEqual([true, 0]);
  });

  it("does not wait for a handler that hears nothing, and its children end with the server", async () => {
    const { child, exit, archives } = await building(["--drain", "0.1"], { tool: "archive_defy" });
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    await archives.untilQuiet();
    expect(archives.isLocked("letters")).toBe(true);
  });
});

describe("the end of the input", () => {
  it("lets a running call come to its end and be answered", async () => {
    const { child, exit, messages, archives } = await building(forEver, { steps: 30 });
    child.stdin?.end();
    expect(await exit).toEqual([0, null]);
    expect(messages).toEqual([expect.objectContaining({ id: 1, ...structured })]);
    expect(archives.files()).toEqual(["closed", "letters.archive"]);
  });

  it("when a client closes as the SDK does leaves nothing half done", async () => {
    const archives = project.archives();
    const client = new InstalledClient({ name: "pegboard-test", version: "1.0.0" });
    const args = [mainPath, "serve", "--catalog", project.folder, ...forEver];
    // The class fits the client's Transport; optional members differ only in exactOptionalPropertyTypes.
    await client.connect(new InstalledStdio({ command: process.execPath, args, env: archives.env }) as never);
    const lost = client.callTool({ name: "archive_build", arguments: { archive: "letters", steps: endless } });
    const outcome = lost.catch((error: unknown) => error);
    await archives.untilBuilding("letters");
    await client.close();
    expect(await outcome).toBeInstanceOf(Error);
    await expectNothingLeft(archives);
  });
});

describe("pegboard call", () => {
  it.each([
    ["whose timed out", ["--timeout", "0.5"], undefined, 7],
    ["that is interrupted", [], "SIGINT", 130],
  ] as const)("%s has undone its work when it ends", async (_title, words, signal, code) => {
    const archives = project.archives();
    const given = ["archive_build", "archive=letters", `steps:=${endless}`];
    const child = spawn(process.execPath, [mainPath, "call", ...given, "--catalog", project.folder, ...words], {
      env: { ...process.env, ...archives.env },
      stdio: "ignore",
    });
    const exit = new Promise((resolve) => child.on("close", resolve));
    if (signal !== undefined) {
      await archives.untilBuilding("letters");
      child.kill(signal);
    }
    expect(await exit).toBe(code);
    await expectNothingLeft(archives);
  });
});

describe("SIGKILL", () => {
  it("leaves no child, and nothing that the next server can't repair", async () => {
    const { child, exit, archives } = await building([]);
    child.kill("SIGKILL");
    expect(await exit).toEqual([null, "SIGKILL"]);
    await archives.untilQuiet();
    expect([archives.isLocked("letters"), archives.entries("letters")]).toEqual([true, 0]);
    await expectRecovered(archives);
  });
});

/** The lock of a dead server and half a file do not hinder the next one. */
async function expectRecovered(archives: Archives): Promise<void> {
  const { child, call, message, exit } = startJobs(project, archives);
  call(1, "archive_build", { archive: "letters", steps: 2 });
  expect(await message(({ id }) => id === 1)).toMatchObject({ result: { structuredContent: { entries: 2 } } });
  child.stdin?.end();
  expect(await exit).toEqual([0, null]);
  expect(archives.files()).toEqual(["closed", "letters.archive"]);
}
