/** The system's reason in few words: "EACCES: permission denied", without call and path. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/, \w+( '.*)?$/s, "");
}

/** For `catch`: what is not there is undefined; any other failure stays one. */
export function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw error;
}
