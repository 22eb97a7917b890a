import { spawn } from "node:child_process";

/**
 * Shows a page in the user's browser, by the system's own program and without a shell. Where that fails, the user has the
 * address on the terminal.
 */
export function openBrowser(page: URL, platform: NodeJS.Platform = process.platform): void {
  // What an authorization server names is not always a page; programs that open addresses open files and much else too.
  if (!/^https?:$/.test(page.protocol)) return;
  const [command, ...words] = commandFor(platform);
  const child = spawn(command, [...words, page.href], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

function commandFor(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}
