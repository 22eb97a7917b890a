// Which test files a system can't run, and why. vitest.config.ts leaves them out there; everything else runs everywhere.

interface Limit {
  readonly reason: string;
  readonly files: readonly string[];
}

/** Left out on macOS and Windows. */
const linuxOnly: readonly Limit[] = [
  {
    reason: "they read /proc to find processes and files",
    files: [
      "test/children/run-child.test.ts",
      "test/shell/config-source.test.ts",
      "test/client/connect-http.test.ts",
      "test/client/connect-stdio.test.ts",
      "test/client/http-calls.test.ts",
      "test/client/orphans.test.ts",
      "test/client/pool.test.ts",
      "test/process/bad-database.test.ts",
      "test/process/bridge.test.ts",
      "test/process/disk-faults.test.ts",
      "test/process/long-work.test.ts",
      "test/process/warm.test.ts",
    ],
  },
  {
    reason: "database servers come from Debian's packages, and processes that are killed are found in /proc",
    files: ["every-step", "faults", "injection", "servers", "workflows"].map(
      (name) => `test/process/places/${name}.test.ts`,
    ),
  },
  {
    reason: "they mount file systems of their own",
    files: ["test/process/full-disk.test.ts", "test/process/places/unwritable.test.ts"],
  },
  {
    reason: "they run scripts with bash 4 or newer, zsh and jq",
    files: [
      "test/process/completion.test.ts",
      "test/process/shell-document.test.ts",
      "test/process/shell-pipelines.test.ts",
    ],
  },
  {
    reason: "the programs of other projects are 620 MB, and one system is enough for what the tests check",
    files: [
      "test/outside/clients.test.ts",
      "test/outside/conformance.test.ts",
      "test/outside/conformance-logins.test.ts",
      "test/outside/better-sqlite3.test.ts",
      "test/outside/bundles.test.ts",
      "test/outside/gateways.test.ts",
      "test/outside/guards.test.ts",
      "test/outside/workerd.test.ts",
    ],
  },
];

/** Left out on Windows. */
const posixOnly: readonly Limit[] = [
  {
    reason: "they end programs with SIGTERM or SIGINT, which Windows can't deliver to a process",
    files: [
      "test/process/build-signals.test.ts",
      "test/process/caller.test.ts",
      "test/process/cli.test.ts",
      "test/process/client-log.test.ts",
      "test/process/http-sessions.test.ts",
      "test/process/eras-http.test.ts",
      "test/process/gateway-subscriptions.test.ts",
      "test/process/gateway.test.ts",
      "test/process/http-exchanges.test.ts",
      "test/process/http.test.ts",
      "test/process/mounting.test.ts",
      "test/process/shell-servers.test.ts",
      "test/process/shell.test.ts",
      "test/process/shutdown.test.ts",
      "test/process/tasks.test.ts",
      "test/process/subscriptions.test.ts",
      "test/process/tls.test.ts",
      "test/process/traces.test.ts",
      "test/process/watch.test.ts",
    ],
  },
  {
    reason: "they check the permission bits of files",
    files: [
      "test/events/rights.test.ts",
      "test/process/change-servers.test.ts",
      "test/process/login.test.ts",
      "test/process/named-tokens.test.ts",
      "test/process/approve.test.ts",
      "test/process/recording.test.ts",
      "test/process/watching.test.ts",
      "test/cli/lint-fix.test.ts",
      "test/shell/decide.test.ts",
      "test/shell/results.test.ts",
      "test/process/init-unwritable.test.ts",
      "test/process/kept-code.test.ts",
      "test/process/install.test.ts",
      "test/process/own-command.test.ts",
      "test/store/sqlite-file.test.ts",
      "test/services/vault/vault.test.ts",
    ],
  },
  {
    reason: "they start sh, mkfifo, npm or scripts of node_modules/.bin without a shell",
    files: [
      "test/server/audit-file.test.ts",
      "test/shell/serve-config.test.ts",
      "test/shell/shell-word.test.ts",
      "test/process/bridge-document.test.ts",
      "test/process/init.test.ts",
      "test/process/pack.test.ts",
    ],
  },
];

const files = (limits: readonly Limit[]): readonly string[] => limits.flatMap((limit) => limit.files);

/** Test files that can't run there; paths from the root of the repository. */
export function leftOutOn(platform: NodeJS.Platform): readonly string[] {
  if (platform === "linux") return [];
  return platform === "win32" ? [...files(linuxOnly), ...files(posixOnly)] : files(linuxOnly);
}
