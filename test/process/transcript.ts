import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mainPath } from "./run-pegboard.ts";

// Transcripts of sessions: what a client writes and, byte for byte, what the built server answers.

/**
 * One line of a transcript. What is written in a row is written without waiting; `←` waits for the next line of the server.
 *
 *     {"#": "what is shown, and by which rule"}
 *     {"serve": ["--surface", "meta"]}   first line: further words of the command
 *     {"→": {…}} {"→": "text"}           one line to the server
 *     {"→": {…}, "until": "completed"}   again until the answer has this status; the answers before are not shown
 *     {"text": "half"}                   bytes of that text, and no line break
 *     {"fill": ["[", 100000]}            that text, so many times
 *     {"bytes": "//4="}                  base64
 *     {"end": true}                      end of the input
 *     {"←": {…}} {"←": "text"}           one line from the server, as text where JSON would not give the same bytes
 *     {"exit": 0}                        last line: no more output, and this exit code
 */
export type Step =
  | { readonly "#": string }
  | { readonly serve: readonly string[] }
  | { readonly "→": unknown; readonly until?: string }
  | { readonly text: string }
  | { readonly fill: readonly [text: string, times: number] }
  | { readonly bytes: string }
  | { readonly end: true }
  | { readonly "←": unknown }
  | { readonly exit: number | null };

export interface Played {
  readonly steps: readonly Step[];
  readonly stderr: string;
  /** The ids of faults of ours, which stand in the log too. */
  readonly faultIds: readonly string[];
}

export function parseTranscript(text: string): readonly Step[] {
  // The committed files are this repository's own.
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Step);
}

export function printTranscript(steps: readonly Step[]): string {
  return `${steps.map((step) => JSON.stringify(step)).join("\n")}\n`;
}

/**
 * Plays the client's part.
 * @param reading "as-recorded" takes as many lines as the transcript has, where it has them; "until-quiet" takes whatever comes
 * @returns the transcript of what really happened
 */
export async function play(
  steps: readonly Step[],
  {
    catalog,
    fastPath,
    reading,
  }: { readonly catalog: string; readonly fastPath: "on" | "off"; readonly reading: "as-recorded" | "until-quiet" },
): Promise<Played> {
  const words = steps.flatMap((step) => ("serve" in step ? step.serve : []));
  const child = spawn(process.execPath, [mainPath, "serve", "--catalog", catalog, ...words], {
    env: { PATH: process.env.PATH, PEGBOARD_USAGE: "off", PEGBOARD_FAST_PATH: fastPath },
  });
  // The server may be gone when the transcript still writes; the exit code tells.
  child.stdin.on("error", () => undefined);
  const output = readOutput(child);
  const faultIds: string[] = [];
  const tasks: string[] = [];
  const heard = (line: string): Step => ({ "←": asValue(maskTasks(maskFaultId(line, faultIds), tasks)) });
  const seen: Step[] = [];
  try {
    for (const step of steps) {
      if ("←" in step) {
        if (reading === "as-recorded") seen.push(heard(await output.next()));
        continue;
      }
      if ("exit" in step) continue;
      seen.push(step);
      if (!isWritten(step)) continue;
      if ("until" in step) {
        do await written(child, step, tasks);
        while (!(await output.peek()).includes(`"status":"${step.until}"`) && output.drop());
        if (reading === "until-quiet") seen.push(heard(await output.next()));
        continue;
      }
      const isWrittenDown = written(child, step, tasks);
      if (reading === "as-recorded") continue;
      await isWrittenDown;
      for (const line of await output.untilQuiet(isRequest(step))) seen.push(heard(line));
    }
    child.stdin.end();
    const exit = await output.ended;
    return {
      steps: [...seen, ...output.rest().map(heard), { exit }],
      stderr: output.stderr(),
      faultIds,
    };
  } finally {
    child.kill("SIGKILL");
  }
}

type Written = Extract<
  Step,
  { "→": unknown } | { text: string } | { fill: unknown } | { bytes: string } | { end: true }
>;

function isWritten(step: Step): step is Written {
  return "→" in step || "text" in step || "fill" in step || "bytes" in step || "end" in step;
}

/** It is likely to be answered. */
function isRequest(step: Step): boolean {
  if (!("→" in step)) return false;
  const message = step["→"];
  return typeof message === "object" && message !== null && "id" in message && "method" in message;
}

function written(child: ChildProcessWithoutNullStreams, step: Written, tasks: readonly string[]): Promise<void> {
  if ("end" in step) {
    child.stdin.end();
    return Promise.resolve();
  }
  return new Promise((resolve) => child.stdin.write(bytesOf(step, tasks), () => resolve()));
}

function bytesOf(step: Exclude<Written, { end: true }>, tasks: readonly string[]): Buffer {
  if ("text" in step) return Buffer.from(step.text);
  if ("fill" in step) return Buffer.from(step.fill[0].repeat(step.fill[1]));
  if ("bytes" in step) return Buffer.from(step.bytes, "base64");
  const line = typeof step["→"] === "string" ? step["→"] : JSON.stringify(step["→"]);
  return Buffer.from(`${line.replaceAll(/<task (\d+)>/g, (name, count) => tasks[count - 1] ?? name)}\n`);
}

/** A line as the value that JSON prints as exactly that line; the line itself where there is none. */
function asValue(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value !== "string" && JSON.stringify(value) === line ? value : line;
  } catch {
    // No protocol line: it is shown as it is.
    return line;
  }
}

/** The only random thing on the wire: the id of a fault of ours, which the caller and the log share. */
export function maskFaultId(line: string, faultIds: string[]): string {
  const id = /"code":"INTERNAL",.*?"id":"([\w-]{12})"/.exec(line)?.[1];
  if (id === undefined) return line;
  faultIds.push(id);
  return line.replaceAll(id, "<id>");
}

/** Tasks have random ids, and the times at which they were made; what a client writes names them as they are shown here. */
function maskTasks(line: string, tasks: string[]): string {
  return line
    .replaceAll(/"taskId":"([\w-]{32})"/g, (_, id: string) => {
      if (!tasks.includes(id)) tasks.push(id);
      return `"taskId":"<task ${tasks.indexOf(id) + 1}>"`;
    })
    .replaceAll(/"(createdAt|lastUpdatedAt)":"[\d:.TZ-]{24}"/g, '"$1":"<time>"');
}

const quietMs = 700;
const maxWaitMs = 50_000;

function readOutput(child: ChildProcessWithoutNullStreams) {
  const lines: string[] = [];
  let unfinished = "";
  let stderr = "";
  let hasEnded = false;
  let wake: () => void = () => undefined;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (unfinished + text).split("\n");
    unfinished = parts.pop() ?? "";
    lines.push(...parts);
    wake();
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      hasEnded = true;
      wake();
      resolve(code);
    });
  });
  /** @returns false when nothing happened for that long */
  const somethingNew = (timeoutMs: number) =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), timeoutMs);
      wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  /** The next line, which stays. */
  async function peek(): Promise<string> {
    for (;;) {
      const [line] = lines;
      if (line !== undefined) return line;
      if (hasEnded || !(await somethingNew(maxWaitMs))) return "(no line came)";
    }
  }
  return {
    ended,
    stderr: () => stderr,
    peek,
    /** @returns false where there is none */
    drop: () => lines.shift() !== undefined,
    async next(): Promise<string> {
      const line = await peek();
      lines.shift();
      return line;
    },
    /** Everything that comes until nothing more does. */
    async untilQuiet(isRequest: boolean): Promise<readonly string[]> {
      let waitMs = isRequest ? maxWaitMs : quietMs;
      while (!hasEnded && (await somethingNew(waitMs))) waitMs = quietMs;
      return lines.splice(0);
    },
    rest: (): readonly string[] => (unfinished === "" ? lines : [...lines, unfinished]),
  };
}
