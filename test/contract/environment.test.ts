import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  completeEnvironment,
  type EnvironmentVariable,
  missingVariables,
  secretMask,
} from "../../src/contract/environment.ts";
import { createLazyHost } from "../../src/runtime/lazy-host.ts";
import { maskedLog } from "../../src/runtime/masked-log.ts";
import type { OpenHost } from "../../src/runtime/registry.ts";
import { nodeEntropy } from "../../src/server/node-entropy.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const variable = (name: string, facts: Partial<EnvironmentVariable> = {}): EnvironmentVariable => ({
  name,
  description: name,
  ...facts,
});

interface Declared {
  readonly NOTES_TOKEN: string;
  readonly NOTES_URL?: string | undefined;
}

describe("the environment of a host", () => {
  const unheard = { resourceUpdated: () => {}, resourceListChanged: () => {} };

  it("is typed by what the catalog declares, and the host is accepted where any is", async () => {
    const openHost: OpenHost<{ readonly token: string }, Declared> = ({ env }) => {
      const token: string = env.NOTES_TOKEN;
      // @ts-expect-error: the type names no such variable.
      const other = env.NOTES_TOKN;
      return { deps: { token: `${token}${other ?? ""}` }, close: async () => {} };
    };
    const environment = [variable("NOTES_TOKEN", { required: true })];
    const hostEnv = (env: Readonly<Record<string, string>>) => ({ env, clock: () => 0, log: silent, changes: unheard });
    const open = (env: Readonly<Record<string, string>>) =>
      createLazyHost({ openHost, environment }, hostEnv(env), nodeEntropy).get();
    expect((await open({ NOTES_TOKEN: "abc" })).deps).toEqual({ token: "abc" });
    await expect(open({})).rejects.toThrow("the environment variable NOTES_TOKEN (NOTES_TOKEN) is not set");
  });

  it("counts an empty value as not set", () => {
    const declared = [variable("A", { required: true }), variable("B", { default: "b" }), variable("C")];
    expect(missingVariables(declared, { A: "" }).map(({ name }) => name)).toEqual(["A"]);
    expect(missingVariables(declared, { A: "1" })).toEqual([]);
    expect(completeEnvironment(declared, { A: "1", B: "", C: "", PATH: "/bin" })).toEqual({
      A: "1",
      B: "b",
      C: undefined,
      PATH: "/bin",
    });
  });

  it("shows no secret in a log, in whatever field it stands", () => {
    const secret = fc.string({ minLength: 4, unit: "binary" });
    fc.assert(
      fc.property(secret, fc.string(), fc.json(), (value, around, json) => {
        const mask = secretMask([variable("TOKEN", { secret: true })], { TOKEN: value });
        if (mask === undefined) throw new Error("a secret of four characters is masked");
        const lines: string[] = [];
        const write = (...said: readonly unknown[]) => void lines.push(JSON.stringify(said));
        const log = maskedLog({ info: write, warn: write, error: write }, mask);
        const text = `${around}${value}${around}`;
        log.error(text, {
          text,
          list: [{ text }],
          json: JSON.stringify({ text }),
          error: new Error(text),
          other: json,
        });
        const quoted = JSON.stringify(value).slice(1, -1);
        // Around and mask may spell the secret again only where they hold it themselves.
        const without = JSON.stringify(["[secret]", around, json]);
        fc.pre(!without.includes(quoted) && !around.includes(value));
        expect(lines.join("\n").includes(quoted)).toBe(false);
      }),
    );
  });

  it("leaves short values alone, which would make every text unreadable", () => {
    expect(secretMask([variable("PIN", { secret: true })], { PIN: "1" })).toBeUndefined();
  });
});
