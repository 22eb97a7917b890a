import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { serverUrl } from "../servers/ad-hoc-target.ts";
import { loadServers } from "../servers/load-servers.ts";
import { UnknownServer } from "../sources/tool-source.ts";
import { hasCredentials } from "./server-logins.ts";

/** A server behind a URL, as a login needs it. */
export interface LoginServer {
  readonly name: string;
  readonly url: URL;
  /** Of its configuration. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface LoginPlaceOptions {
  readonly config?: string;
  /** In place of a name. */
  readonly url?: string;
}

/** @throws CliError for a server that is not there, or to which logins do not apply */
export async function findLoginServer(
  terminal: Pick<Terminal, "cwd" | "env">,
  name: string | undefined,
  { config, url }: LoginPlaceOptions,
): Promise<LoginServer> {
  if (url !== undefined) {
    const given = name === undefined ? (config === undefined ? undefined : "--config") : `'${name}'`;
    if (given !== undefined) throw new CliError(`--url and ${given} can't be combined`);
    const address = serverUrl(url, "--url");
    return { name: address.host, url: address, headers: {} };
  }
  if (name === undefined) throw new CliError("a login needs a server", { hint: "its name, or --url URL" });
  const { servers } = await loadServers(terminal, config === undefined ? {} : { configs: [config] });
  const server = servers.find((one) => one.name === name);
  if (server === undefined) {
    throw new UnknownServer(
      name,
      servers.map((one) => one.name),
    );
  }
  const { target, problem, file, line, column } = server;
  const hint = `see ${file}:${line}:${column}`;
  if (target === undefined) throw new CliError(`'${name}' ${problem ?? "can't be used"}`, { hint });
  if (target.kind !== "http") {
    throw new CliError(`'${name}' is a program on this machine; only servers behind a URL have logins`, { hint });
  }
  if (hasCredentials(target.headers)) {
    throw new CliError(`'${name}' has an Authorization header in its configuration, which is used instead of a login`, {
      hint,
    });
  }
  return { name, url: target.url, headers: target.headers };
}
