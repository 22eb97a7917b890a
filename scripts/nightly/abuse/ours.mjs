// The server of pegboard that the cases are played against: the catalog in test/fixtures/abuse, compiled into a folder of its own.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const main = join(root, "dist", "cli", "main.js");

/** @returns what starts it over each transport, and `remove` */
export function openOurs(env = {}) {
  // Its handlers find the package by its name, so it lies below the repository.
  const home = join(root, "node_modules", ".cache", "pegboard");
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(join(home, "abuse-"));
  cpSync(fileURLToPath(new URL("../../../test/fixtures/abuse", import.meta.url)), folder, { recursive: true });
  execFileSync(process.execPath, [main, "generate", "--catalog", folder], { stdio: ["ignore", "ignore", "inherit"] });
  const server = (words) => ({
    name: "pegboard",
    command: process.execPath,
    args: [main, "serve", "--catalog", folder, ...words],
    env: { HOME: folder, PEGBOARD_USAGE: "off", PEGBOARD_AUDIT: "off", ...env },
    isModern: true,
  });
  return {
    stdio: server([]),
    http: server(["--http", "127.0.0.1:0"]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
