// The file of the user's logins: tokens by the address of their server, so that no other server gets them, whatever its name.
import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Login, readLogin } from "../../client/oauth/login.ts";
import { isJsonObject, jsonIn } from "../../contract/json.ts";
import { isAbsent } from "../../disk/disk-errors.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { mayBeReadByOthers } from "../../server/identity/named-tokens.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { knownAs } from "../servers/load-servers.ts";
import { withLock } from "./file-lock.ts";

export interface LoginStore {
  /** As people know it: "~/.local/state/pegboard/logins.json". */
  readonly file: string;
  /** @throws CliError for a file that others may read, or that is broken */
  all(): Promise<ReadonlyMap<string, Login>>;
  of(url: URL): Promise<Login | undefined>;
  /** One process at a time. @param edit gets what is there, and gives what should be; undefined: nothing */
  change(url: URL, edit: (login: Login | undefined) => Promise<Login | undefined>): Promise<Login | undefined>;
}

const ownerOnly = { file: 0o600, folder: 0o700 };

export function openLoginStore({ env, cwd }: Pick<Terminal, "env" | "cwd">): LoginStore {
  const { home, state } = userFolders(env);
  const path = join(state, "logins.json");
  const file = knownAs(path, { cwd, home });
  const all = () => readLogins(path, file);
  return {
    file,
    all,
    of: async (url) => (await all()).get(loginKey(url)),
    async change(url, edit) {
      const wrong = failsWith(`'${file}' can't be written`);
      await mkdir(dirname(path), { recursive: true, mode: ownerOnly.folder }).catch(wrong);
      return withLock(path, async () => {
        const logins = new Map(await all());
        const before = logins.get(loginKey(url));
        const login = await edit(before);
        if (login === before) return login;
        if (login === undefined) logins.delete(loginKey(url));
        else logins.set(loginKey(url), login);
        const text = JSON.stringify({ logins: Object.fromEntries(logins) }, undefined, 2);
        await replaceFile(path, `${text}\n`, ownerOnly.file).catch(wrong);
        return login;
      });
    },
  };
}

/** A login is of one address: another path at the same host may be another's server. */
export function loginKey(url: URL): string {
  const key = new URL(url);
  key.hash = "";
  return key.href;
}

async function readLogins(path: string, file: string): Promise<ReadonlyMap<string, Login>> {
  let text: string;
  try {
    const { mode } = await stat(path);
    if (mayBeReadByOthers(mode)) throw new CliError(`others may read '${file}'`, { hint: `chmod 600 ${file}` });
    text = await readFile(path, "utf8");
  } catch (error) {
    if (isAbsent(error)) return new Map();
    return failsWith(`'${file}' can't be read`)(error);
  }
  const logins = loginsIn(text);
  if (logins === undefined) {
    throw new CliError(`'${file}' is not a file of logins`, { hint: "remove it and log in again" });
  }
  return logins;
}

function loginsIn(text: string): ReadonlyMap<string, Login> | undefined {
  const value = jsonIn(text);
  if (!isJsonObject(value) || !isJsonObject(value.logins)) return undefined;
  const logins = new Map<string, Login>();
  for (const [key, each] of Object.entries(value.logins)) {
    const login = readLogin(each);
    if (login === undefined) return undefined;
    logins.set(key, login);
  }
  return logins;
}
