import { homedir } from "node:os";
import { posix, win32 } from "node:path";

/** Where a user's own things lie, all absolute. All but the first are ours alone; they need not be there. */
export interface UserFolders {
  readonly home: string;
  /** What the user has said once for all. */
  readonly config: string;
  /** What the user has made. */
  readonly data: string;
  /** What must not be lost but was not written by people: logs, what can be undone. */
  readonly state: string;
  /** What may be thrown away at any time. */
  readonly cache: string;
}

/** A name of a catalog is any text; as the name of a file it must not be a path or hidden. */
export function asFileName(name: string): string {
  return encodeURIComponent(name).replace(/^\./, "%2E");
}

/**
 * By the environment that the command was given, not by that of the process.
 * @see the XDG Base Directory Specification: a relative path in a variable is to be ignored
 */
export function userFolders(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): UserFolders {
  const home = env.HOME || env.USERPROFILE || homedir();
  const { join } = platform === "win32" ? win32 : posix;
  if (platform === "win32") {
    const local = env.LOCALAPPDATA || join(home, "AppData", "Local");
    const config = join(env.APPDATA || join(home, "AppData", "Roaming"), "pegboard", "Config");
    const inLocal = (folder: string) => join(local, "pegboard", folder);
    return { home, config, data: inLocal("Data"), state: inLocal("Log"), cache: inLocal("Cache") };
  }
  if (platform === "darwin") {
    const inLibrary = (folder: string) => join(home, "Library", folder, "pegboard");
    const [config, data] = [inLibrary("Preferences"), inLibrary("Application Support")];
    return { home, config, data, state: inLibrary("Logs"), cache: inLibrary("Caches") };
  }
  const inBase = (named: string | undefined, usual: string) =>
    join(named?.startsWith("/") === true ? named : join(home, usual), "pegboard");
  return {
    home,
    config: inBase(env.XDG_CONFIG_HOME, ".config"),
    data: inBase(env.XDG_DATA_HOME, join(".local", "share")),
    state: inBase(env.XDG_STATE_HOME, join(".local", "state")),
    cache: inBase(env.XDG_CACHE_HOME, ".cache"),
  };
}
