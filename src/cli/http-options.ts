// What `serve --http` is told: where it listens, and who may speak to it.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { GateOptions } from "../server/http/gatekeeper.ts";
import { reasonOf } from "./project.ts";
import { Refusal } from "./refusal.ts";
import type { Terminal } from "./terminal.ts";

export interface HttpOptions {
  /** `PORT`, `HOST:PORT` or `[ADDRESS]:PORT`. */
  readonly http?: string;
  readonly tokenFile?: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
}

export interface Listening {
  readonly address: { readonly host: string; readonly port: number };
  readonly gate: GateOptions;
}

const loopback = ["localhost", "127.0.0.1", "[::1]"];
/** What an attacker can't try out in the life of a server. */
const shortestToken = 16;

/** @throws Refusal when the address is none, the token can't be had, or others could speak without one */
export async function readHttpOptions(terminal: Terminal, given: string, options: HttpOptions): Promise<Listening> {
  const address = readAddress(given);
  const token = await readToken(terminal, options.tokenFile);
  const written = address.host.includes(":") ? `[${address.host}]` : address.host;
  const isLoopback = loopback.includes(written.toLowerCase());
  if (!isLoopback && token === undefined) {
    throw new Refusal(`'${written}' can be reached from other machines, and no token is asked for`, {
      hint: "give one with --token-file or PEGBOARD_TOKEN, or listen at 127.0.0.1",
    });
  }
  // A wildcard is no name that anybody can ask for.
  const own = isLoopback ? loopback : ["0.0.0.0", "[::]"].includes(written) ? [] : [written];
  const hosts = [...own, ...(options.allowHost ?? [])];
  if (hosts.length === 0) {
    throw new Refusal(`nobody can ask for '${written}' by name`, {
      hint: "say by which: --allow-host tools.example.org",
    });
  }
  return {
    address,
    gate: { hosts, origins: options.allowOrigin ?? [], ...(token === undefined ? {} : { token }) },
  };
}

function readAddress(given: string): Listening["address"] {
  const [, bracketed, plain, digits = ""] = /^(?:\[([^\]]+)\]:|([^:]+):)?(\d{1,5})$/.exec(given) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535) {
    throw new Refusal(`--http takes PORT or HOST:PORT, not '${given}'`, {
      hint: "such as --http 7180 or --http 127.0.0.1:0",
    });
  }
  return { host: bracketed ?? plain ?? "127.0.0.1", port };
}

/** From a file or the environment: everybody on the machine can read a command line. */
async function readToken(terminal: Terminal, file: string | undefined): Promise<string | undefined> {
  const named = file === undefined ? undefined : await readTokenFile(resolve(terminal.cwd, file), file);
  const token = named ?? (terminal.env.PEGBOARD_TOKEN === "" ? undefined : terminal.env.PEGBOARD_TOKEN);
  if (token === undefined) return undefined;
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Refusal("the token holds signs that no header can");
  if (token.length < shortestToken) {
    throw new Refusal(`the token has ${token.length} characters; ${shortestToken} are the least`, {
      hint: "make one with: node -p 'crypto.randomBytes(32).toString(\"base64url\")'",
    });
  }
  return token;
}

async function readTokenFile(path: string, named: string): Promise<string> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    throw new Refusal(`'${named}' can't be read: ${reasonOf(error)}`, { cause: error });
  }
}
