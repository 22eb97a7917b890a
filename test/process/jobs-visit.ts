import { type ChildProcess, spawn } from "node:child_process";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { Client as InstalledClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as InstalledHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { until } from "../children/processes.ts";
import type { Archives, JobsProject } from "./jobs-project.ts";
import { RecordingTransport } from "./recording-transport.ts";
import { mainPath } from "./run-pegboard.ts";

export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Progress) => void;
}

export interface Answer {
  readonly structuredContent?: unknown;
}

/** A real client of the jobs server. */
export interface Visit {
  call(name: string, given: object, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

/** What the user does when asked. */
export type User = () => Promise<{ readonly action: "accept" | "decline" | "cancel"; readonly content?: object }>;

export type Connect = (transport: object, user?: User) => Promise<Visit>;

const clientInfo = { name: "pegboard-test", version: "1.0.0" };
const agreeing: User = async () => ({ action: "accept", content: {} });

/** SDK 1.x, which greets with the handshake. */
export const connectInstalled: Connect = async (transport, user = agreeing) => {
  const client = new InstalledClient(clientInfo, { capabilities: { elicitation: {} } });
  // The SDK's type of an answer is wider than what a user gives.
  client.setRequestHandler(ElicitRequestSchema, (() => user()) as never);
  // The classes fit the clients' Transport; optional members differ only in exactOptionalPropertyTypes.
  await client.connect(transport as never);
  return {
    async call(name, given, options = {}) {
      const answer = await client.callTool({ name, arguments: { ...given } }, CallToolResultSchema, { ...options });
      return { structuredContent: answer.structuredContent };
    },
    close: () => client.close(),
  };
};

/** SDK 2.x at 2026-07-28. */
export const connectModern: Connect = async (transport, user = agreeing) => {
  const client = new ModernClient(clientInfo, {
    capabilities: { elicitation: {} },
    versionNegotiation: { mode: { pin: "2026-07-28" } },
  });
  client.setRequestHandler("elicitation/create", (() => user()) as never);
  await client.connect(transport as never);
  return {
    async call(name, given, options = {}) {
      const answer = await client.callTool({ name, arguments: { ...given } }, { ...options });
      return { structuredContent: answer.structuredContent };
    },
    close: () => client.close(),
  };
};

/** A client's way to a server of its own on stdio, which keeps every line. */
export function overStdio(project: JobsProject, archives: Archives, words: readonly string[]): RecordingTransport {
  return new RecordingTransport({ words: ["serve", "--catalog", project.folder, ...words], env: archives.env });
}

export interface HttpJobs {
  readonly url: URL;
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  /** A transport of each SDK. */
  installed(): object;
  modern(): object;
}

export async function serveJobsOverHttp(
  project: JobsProject,
  archives: Archives,
  words: readonly string[],
): Promise<HttpJobs> {
  const args = [mainPath, "serve", "--catalog", project.folder, "--http", "0", ...words];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...archives.env },
    stdio: ["ignore", "inherit", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const url = await until(`address in ${stderr}`, () => /serving at (\S+)/.exec(stderr)?.[1]);
  return {
    url: new URL(url),
    child,
    exit,
    installed: () => new InstalledHttp(new URL(url)),
    modern: () => new ModernHttp(new URL(url)),
  };
}
