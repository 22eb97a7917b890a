import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { until } from "../children/processes.ts";
import { type Archives, type JobsProject, makeJobsProject } from "./jobs-project.ts";
import {
  connectInstalled,
  connectModern,
  type HttpJobs,
  overStdio,
  type Progress,
  serveJobsOverHttp,
  type User,
  type Visit,
} from "./jobs-visit.ts";
import type { RecordingTransport } from "./recording-transport.ts";
import { pegboard } from "./run-pegboard.ts";

// Long calls of the built server under real clients: progress, cancellation, deadline, waiting in line, a user who is asked.

/** Nothing here takes minutes, unless it is not stopped. */
const endless = 10_000;
const words = ["--max-calls", "2"];
let project: JobsProject;
/** Of all clients. */
let archives: Archives;
let http: HttpJobs;
const visits = new Map<string, Visit>();
const wires = new Map<string, RecordingTransport>();
beforeAll(async () => {
  project = await makeJobsProject();
  archives = project.archives();
  http = await serveJobsOverHttp(project, archives, words);
  wires.set("SDK 1.x over stdio", overStdio(project, archives, words));
  wires.set("SDK 2.x over stdio", overStdio(project, archives, words));
  for (const [title, wire] of wires) {
    visits.set(title, await (title.includes("1.x") ? connectInstalled : connectModern)(wire));
  }
  visits.set("SDK 1.x over HTTP", await connectInstalled(http.installed()));
  visits.set("SDK 2.x over HTTP", await connectModern(http.modern()));
});
afterAll(async () => {
  for (const visit of visits.values()) await visit.close();
  http.child.kill("SIGTERM");
  expect(await http.exit).toBe(0);
  project.remove();
});

const clients = ["SDK 1.x over stdio", "SDK 2.x over stdio", "SDK 1.x over HTTP", "SDK 2.x over HTTP"];
/** Every test works on an archive of its own. */
let letter = 0;
const fresh = () => `letters${String.fromCharCode(97 + letter++)}`;

describe.each(clients)("%s", (title) => {
  const visit = () => visits.get(title) as Visit;

  it("hears how far a call is, in order, and nothing after its result", async () => {
    const heard: Progress[] = [];
    const archive = fresh();
    const lines = wires.get(title)?.lines;
    const before = lines?.length;
    const built = await visit().call(
      "archive_build",
      { archive, steps: 4 },
      { onprogress: (progress) => heard.push(progress) },
    );
    expect(built.structuredContent).toEqual({ archive, entries: 4 });
    const reported = [1, 2, 3, 4].map((done) => ({ progress: done, total: 4, message: `entry ${done}` }));
    // SDK 1.x forgets its listener when it has read the result, even while what came before it still waits its turn.
    if (lines === undefined) expect(heard).toEqual(reported);
    else {
      const came = lines.slice(before, -1).map((line) => JSON.parse(line) as { readonly params?: object });
      expect(came.map(({ params }) => params)).toEqual(
        reported.map((one) => ({ ...one, progressToken: expect.anything() })),
      );
    }
  });

  it("does not hear what goes backwards, is not a number, or comes after the result", async () => {
    const heard: Progress[] = [];
    const lines = wires.get(title)?.lines;
    const before = lines?.length;
    await visit().call("archive_babble", {}, { onprogress: (progress) => heard.push(progress) });
    await new Promise((resolve) => setTimeout(resolve, 60));
    const sensible = [1, 3, 4].map((progress) => ({ progress, message: "so" }));
    if (lines === undefined) expect(heard).toEqual(sensible);
    else {
      // Clients forget their listener as soon as they have read the result, so here the wire itself is looked at.
      const came = lines.slice(before).map((line) => JSON.parse(line) as { readonly params?: object });
      expect(came.slice(0, -1).map(({ params }) => params)).toEqual(
        sensible.map((progress) => ({ ...progress, progressToken: expect.anything() })),
      );
      expect(came.at(-1)).toMatchObject({ result: { structuredContent: { data: true } } });
    }
  });

  it("hears nothing of how far a call is when it did not ask", async () => {
    const lines = wires.get(title)?.lines;
    const before = lines?.length;
    expect((await visit().call("archive_babble", {})).structuredContent).toEqual({ data: true });
    await new Promise((resolve) => setTimeout(resolve, 60));
    if (lines !== undefined) expect(lines.length).toBe((before ?? 0) + 1);
  });

  it("is answered when the tool's own deadline passes, by its old name too", async () => {
    for (const name of ["archive_stall", "stall"]) {
      expect((await visit().call(name, {})).structuredContent).toMatchObject({
        error: { code: "DEADLINE_EXCEEDED", deadlineMs: 300, deadlineOf: "tool" },
      });
    }
  });

  it("stops a call in the middle: no child, no lock, no half of anything is left, and the next call works", async () => {
    const archive = fresh();
    await visit().call("archive_build", { archive, steps: 2 });
    const controller = new AbortController();
    const onprogress = ({ progress }: Progress) => {
      if (progress === 3) controller.abort("enough");
    };
    const call = visit().call("archive_build", { archive, steps: endless }, { signal: controller.signal, onprogress });
    await expect(call).rejects.toThrow();
    await expectUndone(archive, 2);
    const next = await visit().call("archive_build", { archive, steps: 1 });
    expect(next.structuredContent).toEqual({ archive, entries: 1 });
  });
});

/** As if the last build had never begun: so many entries were there before. */
async function expectUndone(archive: string, entries: number): Promise<void> {
  await until("lock that was released", () => (archives.isLocked(archive) ? undefined : true));
  await archives.untilQuiet();
  const files = archives.files().filter((name) => name.startsWith(archive));
  expect([files, archives.entries(archive)]).toEqual([entries === 0 ? [] : [`${archive}.archive`], entries]);
}

describe("calls beyond --max-calls", () => {
  it("wait for their turn, and leave the line at once when they are cancelled", async () => {
    const visit = visits.get("SDK 2.x over stdio") as Visit;
    const names = [fresh(), fresh(), fresh(), fresh(), fresh()] as const;
    const [one, two, three, four, five] = names;
    const controllers = new Map(names.map((archive) => [archive, new AbortController()]));
    const stop = (...stopped: string[]) => {
      for (const archive of stopped) controllers.get(archive)?.abort();
    };
    // The next tests wait until nothing runs any more.
    onTestFinished(() => stop(...names));
    const begun: string[] = [];
    const calls = names.map((archive) => {
      const { signal } = controllers.get(archive) ?? new AbortController();
      const onprogress = ({ progress }: Progress) => {
        if (progress === 1) begun.push(archive);
      };
      return visit.call("archive_build", { archive, steps: endless }, { signal, onprogress }).catch(() => "stopped");
    });
    await until("first steps of the first two", () => (begun.length >= 2 ? true : undefined));
    // Which of the two has its child process first is not said.
    expect(begun.toSorted()).toEqual([one, two]);
    // They were waiting, and are no more; the place that gets free is for the one behind them.
    stop(three, four, one);
    await archives.untilBuilding(five);
    await until("first step of the fifth", () => (begun.includes(five) ? true : undefined));
    expect(begun.slice(2)).toEqual([five]);
    stop(two, five);
    expect(await Promise.all(calls)).toEqual(names.map(() => "stopped"));
    for (const archive of names) await expectUndone(archive, 0);
    expect(archives.files().some((name) => name.startsWith(three) || name.startsWith(four))).toBe(false);
  });
});

describe("a deadline", () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await connectInstalled(overStdio(project, archives, ["--call-timeout", "1", "--max-calls", "1"]), user);
  });
  afterAll(() => visit.close());
  const exceeded = { structuredContent: { error: expect.objectContaining({ code: "DEADLINE_EXCEEDED" }) } };
  let thinkingMs = 0;
  const user: User = async () => {
    await new Promise((resolve) => setTimeout(resolve, thinkingMs));
    return { action: "accept", content: {} };
  };

  it("stops the call, which leaves nothing behind", async () => {
    const archive = fresh();
    expect(await visit.call("archive_build", { archive, steps: endless })).toEqual(exceeded);
    await expectUndone(archive, 0);
  });

  it("of a tool is shorter than the server's, and is shown in its description", async () => {
    const { structuredContent } = await visit.call("call_read", { tool: "archive_stall", arguments: {} });
    expect(structuredContent).toMatchObject({
      error: { code: "DEADLINE_EXCEEDED", deadlineMs: 300, deadlineOf: "tool" },
    });
    const described = await visit.call("tool_describe", { tool: "stall", detail: "verbose" });
    expect(described.structuredContent).toMatchObject({ definition: { _meta: { "pegboard/deadlineMs": 300 } } });
    const { stdout, stderr } = await pegboard(["describe", "archive_stall", "--catalog", project.folder]);
    expect(stderr).toBe("");
    expect(stdout).toContain("time limit 300 ms");
  });

  it("does not run while the user thinks, and begins again with the reply", async () => {
    thinkingMs = 1_500;
    const archive = fresh();
    const replaced = await visit.call("archive_replace", { archive, steps: 2 });
    expect(replaced.structuredContent).toEqual({ archive, entries: 2 });
    thinkingMs = 0;
    expect(await visit.call("archive_replace", { archive, steps: endless })).toEqual(exceeded);
    await expectUndone(archive, 2);
  });

  it("answers for a handler that hears nothing, which keeps its place until it ends", async () => {
    const archive = fresh();
    expect(await visit.call("archive_defy", { archive, steps: 200 })).toEqual(exceeded);
    expect(archives.isLocked(archive)).toBe(true);
    // It waits in line for the only place, and its own time runs meanwhile.
    const waiting = await visit.call("archive_build", { archive: fresh() });
    expect([exceeded, { structuredContent: { archive: expect.anything(), entries: 3 } }]).toContainEqual(waiting);
    await until("end of it", () => (archives.isLocked(archive) ? undefined : true));
    expect(archives.entries(archive)).toBe(200);
  });
});

describe("a client that goes while its user is asked", () => {
  it.each([
    ["SDK 1.x", connectInstalled],
    ["SDK 2.x", connectModern],
  ] as const)("(%s) leaves a server that ends at once and has destroyed nothing", async (_title, connect) => {
    const archive = fresh();
    const wire = overStdio(project, archives, ["--drain", "600"]);
    let ask: () => void = () => undefined;
    let giveUp: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const hasLeft = new Promise<void>((resolve) => {
      giveUp = resolve;
    });
    const visit = await connect(wire, async () => {
      ask();
      await hasLeft;
      return { action: "accept", content: {} };
    });
    await visit.call("archive_build", { archive, steps: 1 });
    const call = visit.call("archive_replace", { archive, steps: 2 }).catch((error: unknown) => error);
    await isAsked;
    await visit.close();
    expect(await wire.exitCode).toBe(0);
    giveUp();
    // Who is asked by a request gets an answer still; who is asked by a result has it already.
    const declined = { structuredContent: { error: expect.objectContaining({ code: "CONFIRMATION_DECLINED" }) } };
    expect(await call).toEqual(connect === connectInstalled ? declined : expect.any(Error));
    expect(archives.entries(archive)).toBe(1);
  });
});

it("SIGTERM over HTTP stops what is not done in time, and the host is closed behind it", async () => {
  const own = project.archives();
  const server = await serveJobsOverHttp(project, own, ["--drain", "0.1"]);
  const visit = await connectModern(server.modern());
  const call = visit.call("archive_build", { archive: "letters", steps: endless }).catch(() => "lost");
  await own.untilBuilding("letters");
  server.child.kill("SIGTERM");
  expect([await server.exit, await call]).toEqual([0, "lost"]);
  await own.untilQuiet();
  expect([own.files(), own.entries("letters")]).toEqual([["closed"], 0]);
  await visit.close();
});

it.each([
  ["before its answer has begun", "0.1"],
  ["in the stream of its answer", "2"],
])(
  "SIGTERM over HTTP tells the client of a session what became of a call that is not done in time, %s",
  async (_when, drain) => {
    const own = project.archives();
    const server = await serveJobsOverHttp(project, own, ["--drain", drain]);
    const visit = await connectInstalled(server.installed());
    const call = visit.call("archive_build", { archive: "letters", steps: endless });
    await own.untilBuilding("letters");
    server.child.kill("SIGTERM");
    await expect(call).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining("The server has stopped; the call was still running and was aborted"),
    });
    expect(await server.exit).toBe(0);
    await own.untilQuiet();
    expect([own.files(), own.entries("letters")]).toEqual([["closed"], 0]);
    await visit.close();
  },
);

it("SIGTERM over HTTP lets a call come to its end that is in time", async () => {
  const own = project.archives();
  const server = await serveJobsOverHttp(project, own, ["--drain", "600"]);
  const visit = await connectInstalled(server.installed());
  // A connection outlives the idle time of a balancer in front, but not the server.
  const health = await fetch(new URL("/healthz", server.url));
  expect([await health.text(), health.headers.get("keep-alive")]).toEqual(['{"status":"ok"}', "timeout=65"]);
  const call = visit.call("archive_build", { archive: "letters", steps: 30 });
  await own.untilBuilding("letters");
  server.child.kill("SIGTERM");
  expect((await call).structuredContent).toEqual({ archive: "letters", entries: 30 });
  // With its connections open, a server that waited for their end would wait for a minute.
  expect(await Promise.race([server.exit, sleep(30_000, "still there")])).toBe(0);
  expect(own.files()).toEqual(["closed", "letters.archive"]);
  await visit.close();
});
