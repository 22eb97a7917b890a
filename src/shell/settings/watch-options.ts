// What an operator sees of a server, and how much of it each caller may use: `audit`, `http.metrics` and `http.rateLimit` of the
// configuration file.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { CallObserver } from "../../runtime/middleware/observe.ts";
import type { Rate } from "../../runtime/optional-middleware/buckets.ts";
import type { Log } from "../../runtime/ports.ts";
import type { CallMetrics } from "../../server/http/call-metrics.ts";
import type { MetricsOptions } from "../../server/http/metrics-server.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { FoundConfig } from "./find-config.ts";
import { readAddress } from "./http-options.ts";

export interface Watching {
  readonly observers: readonly CallObserver[];
  readonly rate?: Rate;
  readonly metrics?: MetricsOptions & { readonly figures: CallMetrics };
  close(): void;
}

const usualBytes = 10 * 1024 * 1024;
const usualFiles = 5;

/**
 * Most servers have none of it, and load nothing for it.
 * @throws CliError, with the place
 */
export async function openWatching(
  { cwd }: Terminal,
  found: FoundConfig | undefined,
  { log, isHttp }: { readonly log: Log; readonly isHttp: boolean },
): Promise<Watching> {
  const folder = found?.folder ?? cwd;
  const { audit, http } = found?.config ?? {};
  const observers: CallObserver[] = [];
  const closers: (() => void)[] = [];
  const said = (key: string) => `${found?.places.get(key) ?? key}: '${key}'`;
  if (audit !== undefined) {
    const { file, maxBytes = usualBytes, keep = usualFiles } = audit;
    if (file === undefined) throw new CliError(`${said("audit")} needs a 'file'`);
    const { openAuditFile } = await import("../../server/audit-file.ts");
    const path = resolve(folder, file);
    const opened = await Promise.resolve()
      .then(() => openAuditFile({ path, maxBytes, keep, withArguments: audit.arguments === "on", log }))
      .catch(failsWith(`the audit '${file}' can't be written`));
    observers.push(opened.observe);
    closers.push(opened.close);
  }
  const metrics = isHttp && http?.metrics !== undefined ? await openMetrics(http.metrics) : undefined;
  if (metrics !== undefined) {
    observers.push(metrics.figures.observe);
    closers.push(metrics.figures.close);
  }
  return {
    observers,
    ...(isHttp && http?.rateLimit !== undefined && { rate: rateOf(http.rateLimit) }),
    ...(metrics && { metrics }),
    close() {
      for (const close of closers) close();
    },
  };

  async function openMetrics({ address: given, tokenFile }: NonNullable<NonNullable<typeof http>["metrics"]>) {
    const address = given === undefined ? undefined : readAddress(given, `${said("http.metrics.address")}`);
    const token =
      tokenFile === undefined
        ? undefined
        : (await readFile(resolve(folder, tokenFile), "utf8").catch(failsWith(`'${tokenFile}' can't be read`))).trim();
    if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token)) {
      throw new CliError(`the token in '${tokenFile}' must have 16 characters or more, without spaces`);
    }
    const isOpen = address === undefined || !["localhost", "127.0.0.1", "::1"].includes(address.host.toLowerCase());
    if (token === undefined && isOpen) {
      throw new CliError(`${said("http.metrics")} needs a 'tokenFile', or an 'address' on loopback`);
    }
    const { createCallMetrics } = await import("../../server/http/call-metrics.ts");
    return { figures: createCallMetrics(), ...(address && { address }), ...(token !== undefined && { token }) };
  }

  function rateOf({ calls, perSeconds }: NonNullable<NonNullable<typeof http>["rateLimit"]>): Rate {
    if (calls === undefined || perSeconds === undefined) {
      throw new CliError(`${said("http.rateLimit")} needs 'calls' and 'perSeconds'`);
    }
    return { calls, perSeconds };
  }
}
