import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mainPath, pegboard, root } from "./run-pegboard.ts";

// `http.tls` of a configuration file: the built server speaks TLS itself.

const fixtures = join(root, "test", "fixtures", "tls");
const pem = (name: string) => readFileSync(join(fixtures, name));
const ca = [pem("first.crt"), pem("second.crt")];
const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-tls-"));
  use("first");
  configure({ certificate: "server.crt", key: "server.key" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function use(pair: "first" | "second"): void {
  copyFileSync(join(fixtures, `${pair}.crt`), join(folder, "server.crt"));
  copyFileSync(join(fixtures, `${pair}.key`), join(folder, "server.key"));
}

function configure(tls: object): void {
  writeFileSync(join(folder, "pegboard.serve.json"), JSON.stringify({ logLevel: "info", http: { address: "0", tls } }));
}

interface Served {
  readonly url: URL;
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  readonly stderr: () => string;
}

async function serve(): Promise<Served> {
  const child = spawn(process.execPath, [mainPath, "serve", "--config", "pegboard.serve.json"], {
    cwd: folder,
    env: { PATH: process.env.PATH, PEGBOARD_DB: join(folder, "workbench.db") },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const url = await new Promise<URL>((resolve, reject) => {
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const found = /serving at (\S+)/.exec(stderr)?.[1];
      if (found !== undefined) resolve(new URL(found));
    });
    void exit.then((code) => reject(new Error(`it ended with ${code}: ${stderr}`)));
  });
  return { url, child, exit, stderr: () => stderr };
}

interface Answered {
  readonly status: number | undefined;
  readonly text: string;
  /** Of the certificate that the server showed. */
  readonly fingerprint: string;
}

/** A connection of its own, whose certificate is checked. */
function ask(url: URL): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ ca, maxCachedSessions: 0 });
    const sent = request(url, { method: "POST", headers, agent }, (response) => {
      const { fingerprint256 } = (response.socket as TLSSocket).getPeerCertificate(); // node:https has no other
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.once("end", () => {
        agent.destroy();
        resolve({ status: response.statusCode, text, fingerprint: fingerprint256 });
      });
    });
    sent.once("error", reject).end(list);
  });
}

describe("a server with a certificate", () => {
  it("speaks TLS and nothing else, and takes a renewed certificate without a restart", async () => {
    const { url, child, exit, stderr } = await serve();
    expect(url.protocol).toBe("https:");
    const first = await ask(url);
    expect(first.status).toBe(200);
    expect(first.text).toContain('"tools"');
    const plain = new Promise((_resolve, reject) => {
      plainRequest({ host: url.hostname, port: url.port, method: "POST", headers }).once("error", reject).end(list);
    });
    await expect(plain).rejects.toThrow();

    // Half a renewal: the old pair stays.
    copyFileSync(join(fixtures, "second.crt"), join(folder, "server.crt"));
    await changesTo((said) => said.includes("the old one stays in use"));
    expect((await ask(url)).fingerprint).toBe(first.fingerprint);
    copyFileSync(join(fixtures, "second.key"), join(folder, "server.key"));
    await changesTo((said) => said.includes("the certificate was read again"));
    const second = await ask(url);
    expect(second.status).toBe(200);
    expect(second.fingerprint).not.toBe(first.fingerprint);
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
    expect(stderr()).not.toContain("PRIVATE KEY");

    /** Connects until the log says so: a connection looks at the files at most once a second. */
    async function changesTo(said: (text: string) => boolean): Promise<void> {
      for (let attempt = 0; attempt < 100 && !said(stderr()); attempt++) {
        await ask(url);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(said(stderr())).toBe(true);
    }
  });
});

describe("a server does not start", () => {
  const start = () =>
    pegboard(["serve", "--config", "pegboard.serve.json"], {
      cwd: folder,
      env: { PEGBOARD_DB: join(folder, "workbench.db") },
    });

  it("with half of what it needs", async () => {
    configure({ certificate: "server.crt" });
    const { code, stderr } = await start();
    expect(code).toBe(2);
    expect(stderr).toContain("'http.tls' needs a 'certificate' and a 'key'");
  });

  it("with a key of another certificate, or without the file", async () => {
    use("first");
    copyFileSync(join(fixtures, "second.key"), join(folder, "server.key"));
    configure({ certificate: "server.crt", key: "server.key" });
    const other = await start();
    expect({ code: other.code, said: other.stderr }).toEqual({
      code: 2,
      said: expect.stringMatching(/'server\.crt' and 'server\.key' can't be used for TLS: .*key values mismatch/),
    });
    configure({ certificate: "server.crt", key: "missing.key" });
    const missing = await start();
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain("'missing.key' can't be used for TLS");
  });
});
