/** What every client hands on to the servers that it starts: the list of the official SDK, whose module would load a library with it. */
const names =
  process.platform === "win32"
    ? [
        ...["APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT", "PROCESSOR_ARCHITECTURE"],
        ...["PROGRAMDATA", "PROGRAMFILES", "PROGRAMFILES(X86)", "PROGRAMW6432", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP"],
        ...["USERNAME", "USERPROFILE", "WINDIR"],
      ]
    : ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];

/** Functions that bash exports are left out: they are code. */
export function defaultVariables(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined || value.startsWith("()") ? [] : [[name, value]];
    }),
  );
}
