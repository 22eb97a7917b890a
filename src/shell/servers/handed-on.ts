// Which variables of its own environment a client hands on to the servers that it starts.
import { isSecretName } from "../../contract/secret-forms.ts";
import type { ConfigCandidate } from "./find-config-files.ts";

type Client = ConfigCandidate["client"];

/** Beyond HOME, LOGNAME, PATH, SHELL, TERM and USER, which every server gets: all, all but secrets, or some by name. */
type HandedOn = "all" | "all but secrets" | readonly string[];

const handedOn: Readonly<Partial<Record<Client, HandedOn>>> = {
  // Seen on 2026-11-23 with version 2.1.197, as of the next two: a server that wrote down the names of what it got.
  "claude-code": "all",
  opencode: "all",
  // Its document, docs/tools/mcp-server.md: names with TOKEN, SECRET, KEY and the like are taken out.
  "gemini-cli": "all but secrets",
  // github.com/microsoft/vscode, extHostMcpNode.ts.
  vscode: "all",
  // codex-rs/rmcp-client/src/utils.rs, to which docs/config.md points.
  codex: ["LANG", "LC_ALL", "TMPDIR", "TZ", "__CF_USER_TEXT_ENCODING"],
};

/** Of a bridge around us: who has its token can call everything behind it. */
const neverHanded = /^TOOL_CLI_/;

/** @returns undefined where it hands on the usual few only, or where that is not known */
export function inheritedBy(
  client: Client | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> | undefined {
  const handed = client === undefined ? undefined : handedOn[client];
  if (handed === undefined) return undefined;
  const isHanded = (name: string) =>
    typeof handed === "string" ? handed === "all" || !isSecretName(name) : handed.includes(name);
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || neverHanded.test(name) || !isHanded(name) ? [] : [[name, value]],
    ),
  );
}
