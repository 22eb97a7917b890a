// The command that the official suite runs as a client: a login of the built program to the server of a scenario, by a browser that agrees to
// everything, and a call of its first tool. `scripts/conformance.mjs --client` names it.
//   node scripts/conformance-login.mjs URL
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import pc from "picocolors";
import * as pegboard from "../dist/cli/run.js";

const plain = pc.createColors(false);
const [url = ""] = process.argv.slice(2);
/** The exit code of a command that the server refuses. */
const loginNeeded = 6;
/** The client that the suite knows by its metadata. */
const clientMetadata = "https://conformance-test.local/client-metadata.json";
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const home = mkdtempSync(join(tmpdir(), "pegboard-login-"));
const env = {
  PATH: process.env.PATH,
  HOME: home,
  PEGBOARD_DAEMON: "off",
  PEGBOARD_AUDIT: "off",
  CLIENT_SECRET: context.client_secret ?? "",
};
try {
  process.exitCode = await play();
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** What a person would do: try, log in where a login is needed, and log in for more where that is said. */
async function play() {
  let outcome = await callFirst();
  for (let logins = 0; outcome.code === loginNeeded && logins < 3; logins++) {
    const [, scope] = /--scope ('[^']*'|\S+)/.exec(outcome.stderr) ?? [];
    const login = await run(await loginWords(scope?.replaceAll("'", "")), browse);
    if (login.code !== 0) return login.code;
    outcome = await callFirst();
  }
  return outcome.code;
}

async function callFirst() {
  const listed = await run(["tools", "--url", url, "--json"]);
  if (listed.code !== 0) return listed;
  const [tool] = JSON.parse(listed.stdout).tools ?? [];
  return tool === undefined ? listed : run(["call", "--url", url, "--yes", tool.name]);
}

/** What a person knows beside the address: the client, where the scenario has registered one or has its metadata at a URL. */
async function loginWords(scope) {
  const { client_id: given, client_secret: secret } = context;
  const id = process.env.MCP_CONFORMANCE_SCENARIO === "auth/basic-cimd" ? clientMetadata : given;
  return [
    ...["login", "--url", url, "--no-browser"],
    ...(scope === undefined ? [] : ["--scope", scope]),
    ...(id === undefined ? [] : ["--client-id", id]),
    ...(secret === undefined ? [] : ["--client-secret-env", "CLIENT_SECRET", "--issuer", await issuer()]),
  ];
}

async function issuer() {
  const response = await fetch(new URL("/.well-known/oauth-protected-resource/mcp", url));
  return (await response.json()).authorization_servers[0];
}

/** Follows the redirects of the page, up to the address at which the program waits. */
function browse(page) {
  fetch(page).catch((error) => console.error(`the browser: ${error}`));
}

/**
 * Runs a command line of the built program, in this process: each is one of a person's steps, and a process for it is most of
 * what it costs. What they share is in the home folder.
 * @param show gets the page of a login
 */
async function run(words, show = () => undefined) {
  console.error(`$ pegboard ${words.join(" ")}`);
  const written = { stdout: "", stderr: "" };
  let isShown = false;
  const into = (name) =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        done();
        const [, page] = /(https?:\/\/\S+response_type=code\S*)\s/.exec(written.stderr) ?? [];
        if (isShown || page === undefined) return;
        isShown = true;
        show(page);
      },
    });
  const terminal = {
    cwd: home,
    env,
    stdin: Readable.from([]),
    stdout: into("stdout"),
    stderr: into("stderr"),
    clock: Date.now,
    colors: plain,
    errorColors: plain,
    columns: undefined,
    catchInterrupts: () => new AbortController().signal,
  };
  const code = await pegboard.run(words, terminal, () => false);
  console.error(written.stdout.slice(0, 2_000) + written.stderr.slice(0, 2_000));
  return { code, ...written };
}
