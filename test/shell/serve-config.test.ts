import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import type { LocalRegistry } from "../../src/shell/catalog/bound-catalog.ts";
import { configSchema } from "../../src/shell/settings/config-grammar.ts";
import { type HttpOptions, readHttpOptions } from "../../src/shell/settings/http-options.ts";
import { chooseListing, type ListingFlags } from "../../src/shell/settings/listing-flags.ts";
import { chooseWord } from "../../src/shell/settings/numbers.ts";
import { parseConfig } from "../../src/shell/settings/parse-config.ts";
import { readSettings, type SettingFlags, wordIn } from "../../src/shell/settings/serve-settings.ts";
import { unmetPatterns } from "../../src/shell/settings/unmet-patterns.ts";
import { CliError, errorText } from "../../src/terminal/cli-error.ts";
import { recordTerminal } from "../cli/record-terminal.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-config-"));
});
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const whole = {
  $schema: "./pegboard.serve.schema.json",
  profile: "core",
  surface: "meta",
  detail: "full",
  hints: "off",
  allow: ["note_*"],
  deny: ["*_delete"],
  errors: "protocol",
  callTimeout: 2.5,
  maxCalls: 8,
  maxWaiting: 0,
  drain: 1,
  maxResult: 40960,
  logLevel: "debug",
  usage: "off",
  http: { address: "127.0.0.1:0", tokenFile: "token", allowHosts: ["a.example"], allowOrigins: ["https://a.example"] },
};

describe("the text of a configuration file", () => {
  test("that says everything", () => {
    const { $schema: _named, ...config } = whole;
    const parsed = parseConfig({ path: "c.json", text: JSON.stringify(whole, undefined, 1) });
    expect(parsed.mistakes).toEqual([]);
    expect(parsed.config).toEqual(config);
    expect(parsed.places.get("http.address")).toBe("c.json:22:3");
  });

  test.each<[string, readonly (string | undefined)[]]>([
    ["", ["1:1 this is not JSON", "comments and trailing commas are not allowed"]],
    ['{"profile": "core",}', ["1:20 this is not JSON", "comments and trailing commas are not allowed"]],
    ["// mine\n{}", ["1:1 this is not JSON", "comments and trailing commas are not allowed"]],
    ["[]", ["1:1 the configuration must be an object", undefined]],
    ['{\n  "profil": "core"\n}', ["2:3 there is no setting 'profil'", "did you mean 'profile'?"]],
    ['{"max_calls": 1}', ["1:2 there is no setting 'max_calls'", "did you mean 'maxCalls'?"]],
    ['{"tokenFile": "x"}', ["1:2 there is no setting 'tokenFile'", "it belongs in 'http'"]],
    ['{"profile": ""}', ["1:13 'profile' must be a text that is not blank", undefined]],
    ['{"surface": "metta"}', ["1:13 'surface' must be one of direct, folded, meta, auto", "did you mean 'meta'?"]],
    ['{"allow": []}', ["1:11 'allow' must be a list of texts, at least one, none of them blank", undefined]],
    ['{"deny": "a"}', ["1:10 'deny' must be a list of texts, at least one, none of them blank", undefined]],
    ['{"deny": [" "]}', ["1:10 'deny' must be a list of texts, at least one, none of them blank", undefined]],
    ['{"maxCalls": 0}', ["1:14 'maxCalls' must be a number of calls, at least 1", undefined]],
    ['{"maxCalls": "8"}', ["1:14 'maxCalls' must be a number of calls, at least 1", undefined]],
    ['{"http": "7180"}', ["1:10 'http' must be an object", undefined]],
    ['{"http": {"adress": "7180"}}', ["1:11 there is no setting 'adress'", "did you mean 'address'?"]],
    ['{"deny": ["a"], "deny": ["b"]}', ["1:17 'deny' is set twice", undefined]],
    ['{"__proto__": {}}', ["1:2 there is no setting '__proto__'", expect.stringContaining("known: profile")]],
  ])("%s", (text, [said, hint]) => {
    const { mistakes } = parseConfig({ path: "c.json", text });
    expect(mistakes).toEqual([{ place: expect.any(String), message: expect.any(String), hint }]);
    expect(mistakes.map(({ place, message }) => `${place} ${message}`)).toEqual([`c.json:${said}`]);
  });

  test.each(["token", "bearerToken", "password", "apiKey", "api_key", "Authorization", "clientSecret", "credentials"])(
    "refuses a secret as '%s', does not repeat it, and says what to do",
    (key) => {
      for (const config of [{ [key]: "hunter2hunter2" }, { http: { [key]: "hunter2hunter2" } }]) {
        const { mistakes } = parseConfig({ path: "c.json", text: JSON.stringify(config) });
        expect(mistakes).toHaveLength(1);
        expect(mistakes[0]?.message).toContain("looks like a secret");
        expect(mistakes[0]?.hint).toContain("tokenFile");
        expect(JSON.stringify(mistakes)).not.toContain("hunter2");
      }
    },
  );

  test("never throws, whatever it is, and repeats no value", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant("[".repeat(200_000))), (text) => {
        parseConfig({ path: "c.json", text });
      }),
    );
    const values = fc.oneof(
      fc.constant("s3cretvalue"),
      fc.constant(["s3cretvalue"]),
      fc.constant({ a: "s3cretvalue" }),
    );
    const keys = fc.constantFrom(...Object.keys(whole), "tokn", "x");
    fc.assert(
      fc.property(fc.dictionary(keys, values), (config) => {
        const { mistakes } = parseConfig({ path: "c.json", text: JSON.stringify(config) });
        expect(JSON.stringify(mistakes)).not.toContain("s3cretvalue");
      }),
    );
  });

  test("is described by the published schema", () => {
    const path = join(import.meta.dirname, "../../docs/pegboard.serve.schema.json");
    const text = `${JSON.stringify(configSchema(), undefined, 2)}\n`;
    if (mayRewriteGoldens()) writeFileSync(path, text);
    expect(readFileSync(path, "utf8")).toBe(text);
  });
});

const read = (flags: SettingFlags = {}, env: Readonly<Record<string, string>> = {}) =>
  readSettings({ ...recordTerminal(folder).terminal, env: { PEGBOARD_CONFIG: "c.json", ...env } }, flags);
const write = (config: object) => writeFileSync(join(folder, "c.json"), JSON.stringify(config));

describe("what is said in several places", () => {
  test("a flag goes before its variable, that before the file, and that before the default", async () => {
    write({
      errors: "protocol",
      maxCalls: 3,
      callTimeout: 3,
      logLevel: "error",
      maxResult: 30000,
      maxWaiting: 3,
      drain: 3,
    });
    const env = {
      PEGBOARD_ERRORS: "result",
      PEGBOARD_MAX_CALLS: "2",
      PEGBOARD_CALL_TIMEOUT: "2",
      PEGBOARD_LOG: "info",
      PEGBOARD_MAX_RESULT: "20000",
      PEGBOARD_MAX_WAITING: "2",
      PEGBOARD_DRAIN: "2",
    };
    const flags = {
      errors: "protocol",
      maxCalls: 1,
      callTimeout: 1,
      logLevel: "debug",
      maxResult: 16384,
      maxWaiting: 1,
      drain: 1,
    };
    const shown = async (...sources: Parameters<typeof read>) => {
      const { dispatcher, logLevel, shutdownMs } = await read(...sources);
      return { ...dispatcher, logLevel, shutdownMs };
    };
    const numbers = (n: number, maxResultBytes: number) => ({
      maxCalls: n,
      maxWaiting: n,
      deadlineMs: n * 1000,
      shutdownMs: n * 1000,
      maxResultBytes,
    });
    expect(await shown(flags, env)).toEqual({ errors: "protocol", logLevel: "debug", ...numbers(1, 16384) });
    expect(await shown({}, env)).toEqual({ errors: "result", logLevel: "info", ...numbers(2, 20000) });
    expect(await shown()).toEqual({ errors: "protocol", logLevel: "error", ...numbers(3, 30000) });
    write({});
    expect(await shown()).toEqual({ logLevel: "warn", shutdownMs: undefined });
    expect(await shown({}, { PEGBOARD_ERRORS: "", PEGBOARD_MAX_CALLS: "", PEGBOARD_LOG: "" })).toMatchObject({
      logLevel: "warn",
    });
  });

  test("what any place denies is denied; what a nearer one allows replaces the rest", async () => {
    write({ deny: ["c"], allow: ["*c", "*x"] });
    const names = ["a", "b", "c", "ax", "bx", "cc", "z"];
    const permitted = async (...sources: Parameters<typeof read>) => {
      const { policy } = await read(...sources);
      return names.filter((name) => policy.permits(name));
    };
    expect(await permitted()).toEqual(["ax", "bx", "cc"]);
    expect(await permitted({}, { PEGBOARD_DENY: "ax, b" })).toEqual(["bx", "cc"]);
    expect(await permitted({ deny: ["cc"] }, { PEGBOARD_DENY: "ax" })).toEqual(["bx"]);
    expect(await permitted({}, { PEGBOARD_ALLOW: "a,b,c" })).toEqual(["a", "b"]);
    expect(await permitted({ allow: ["c", "z"] }, { PEGBOARD_ALLOW: "a" })).toEqual(["z"]);
    // As one pattern it would meet no name, and so deny nothing.
    expect(await permitted({ deny: ["ax, bx", "cc"] })).toEqual([]);
  });

  test.each<[Record<string, string>, string]>([
    [{ PEGBOARD_ALLOW: " , " }, "PEGBOARD_ALLOW contains no pattern"],
    [{ PEGBOARD_DENY: "," }, "PEGBOARD_DENY contains no pattern"],
    [{ PEGBOARD_MAX_CALLS: "many" }, "PEGBOARD_MAX_CALLS must be a number of calls, at least 1, not 'many'"],
    [{ PEGBOARD_CALL_TIMEOUT: "-1" }, "PEGBOARD_CALL_TIMEOUT must be a number above 0"],
    [{ PEGBOARD_LOG: "loud" }, "PEGBOARD_LOG: there is no log level 'loud'"],
    [{ PEGBOARD_CONFIG: "none.json" }, "there is no configuration file 'none.json'"],
  ])("%j is refused", async (env, problem) => {
    write({});
    await expect(read({}, env)).rejects.toThrow(problem);
  });

  test.each<[Parameters<typeof read>[0], string]>([
    [{ deny: [""] }, "--deny contains no pattern"],
    [{ deny: ["a", " , "] }, "--deny contains no pattern"],
    [{ allow: [""] }, "--allow contains no pattern"],
  ])("a flag that an empty variable stood in is refused: %j", async (flags, problem) => {
    write({});
    await expect(read(flags)).rejects.toThrow(problem);
  });

  test("a path in the file is relative to it", async () => {
    mkdirSync(join(folder, "etc"));
    writeFileSync(join(folder, "etc", "c.json"), '{"usage": "counters"}');
    expect((await read({ config: "etc/c.json" })).usage).toBe(join(folder, "etc", "counters"));
    expect((await read({ config: "etc/c.json" }, { PEGBOARD_USAGE: "mine" })).usage).toBe(join(folder, "mine"));
    expect((await read({ config: "etc/c.json" }, { PEGBOARD_USAGE: "off" })).usage).toBe("off");
  });
});

describe("which file counts", () => {
  const bare = (flags: SettingFlags) => readSettings(terminal(), { ...flags }).then(({ found }) => found?.config);
  const terminal = () => ({ ...recordTerminal(folder).terminal, env: { XDG_CONFIG_HOME: join(folder, "own") } });
  const writeOwn = (text: string) => {
    mkdirSync(join(folder, "own", "pegboard"), { recursive: true });
    writeFileSync(join(folder, "own", "pegboard", "pegboard.serve.json"), text);
  };

  test("the named one, else the one beside the catalog, else the user's; never one that just lies here", async () => {
    mkdirSync(join(folder, "notes"));
    writeFileSync(join(folder, "pegboard.serve.json"), '{"maxCalls": 1}');
    writeFileSync(join(folder, "notes", "pegboard.serve.json"), '{"maxCalls": 2}');
    write({ maxCalls: 3 });
    expect(await bare({})).toBeUndefined();
    expect(await bare({ catalog: "notes" })).toEqual({ maxCalls: 2 });
    expect(await bare({ catalog: "notes", config: "c.json" })).toEqual({ maxCalls: 3 });
    expect(await bare({ catalog: "elsewhere" })).toBeUndefined();
    writeOwn('{"maxCalls": 4}');
    expect(await bare({})).toEqual({ maxCalls: 4 });
    expect(await bare({ catalog: "elsewhere" })).toEqual({ maxCalls: 4 });
    expect(await bare({ catalog: "notes" })).toEqual({ maxCalls: 2 });
  });

  test("the user's own, which is for every server, must not make one listen over HTTP", async () => {
    const http = '{\n  "http": {"address": "127.0.0.1:7180"}\n}';
    writeOwn(http);
    const failure = await bare({}).catch((error: unknown) => error);
    expect(failure instanceof CliError ? errorText(failure) : failure).toBe(
      `error: ${join(folder, "own", "pegboard", "pegboard.serve.json")}:2:3: 'http' can't be set for all servers at once: clients start theirs over stdio\n` +
        "       set it for one server: in a file that --config names, or beside its catalog",
    );
    mkdirSync(join(folder, "notes"));
    writeFileSync(join(folder, "notes", "pegboard.serve.json"), http);
    expect(await bare({ catalog: "notes" })).toEqual({ http: { address: "127.0.0.1:7180" } });
    expect(await bare({ config: "own/pegboard/pegboard.serve.json" })).toEqual({
      http: { address: "127.0.0.1:7180" },
    });
  });

  test("what is not a regular file is refused and not waited for", async () => {
    execFileSync("mkfifo", [join(folder, "pipe")]);
    await expect(bare({ config: "pipe" })).rejects.toThrow("'pipe' is not a regular file");
    await expect(bare({ config: "/dev/zero" })).rejects.toThrow("'/dev/zero' is not a regular file");
    await expect(bare({ config: "." })).rejects.toThrow("'.' is not a regular file");
  });

  test("all its mistakes are reported, with their places", async () => {
    writeFileSync(join(folder, "c.json"), '{\n  "profil": "a",\n  "maxCalls": 0\n}\n');
    const { terminal, stderr } = recordTerminal(folder);
    const failure = await readSettings(terminal, { config: "c.json" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CliError);
    const last = failure instanceof CliError ? errorText(failure) : "";
    expect(`${stderr()}${last}`).toBe(
      "error: c.json:2:3: there is no setting 'profil'\n       did you mean 'profile'?\n" +
        "error: c.json:3:15: 'maxCalls' must be a number of calls, at least 1",
    );
  });

  test("a byte order mark is none of its text; what is too large is none", async () => {
    writeFileSync(join(folder, "c.json"), '\u{feff}{"maxCalls": 1}');
    expect(await bare({ config: "c.json" })).toEqual({ maxCalls: 1 });
    writeFileSync(join(folder, "c.json"), `{"profile": "${"x".repeat(300_000)}"}`);
    await expect(bare({ config: "c.json" })).rejects.toThrow("too large");
  });
});

describe("HTTP", () => {
  const tokens = { flag: "flag-flag-flag-flag", variable: "env-env-env-env-env", file: "file-file-file-file" };
  const listening = async (config: object, options: HttpOptions = {}, env: Readonly<Record<string, string>> = {}) => {
    mkdirSync(join(folder, "etc"), { recursive: true });
    writeFileSync(join(folder, "etc", "c.json"), JSON.stringify(config));
    writeFileSync(join(folder, "etc", "token"), `${tokens.file}\n`);
    writeFileSync(join(folder, "token"), tokens.flag);
    const terminal = { ...recordTerminal(folder).terminal, env };
    const { found } = await readSettings(terminal, { config: "etc/c.json" });
    return readHttpOptions(terminal, options, found);
  };
  const http = {
    address: "127.0.0.1:0",
    tokenFile: "token",
    allowHosts: ["a.example"],
    allowOrigins: ["https://a.example"],
  };

  test("is served where the file says so, with what it says", async () => {
    expect(await listening({ http })).toEqual({
      given: "127.0.0.1:0",
      address: { host: "127.0.0.1", port: 0 },
      authorization: {
        hosts: ["localhost", "127.0.0.1", "[::1]", "a.example"],
        origins: ["https://a.example"],
        token: tokens.file,
      },
    });
    expect(await listening({})).toBeUndefined();
    expect(await listening({ http: { tokenFile: "token" } })).toBeUndefined();
  });

  test("keeps events where the flag says, else the variable, else the file", async () => {
    const config = { http: { ...http, sessionEvents: "of-file.db" } };
    const events = async (...more: [HttpOptions?, Record<string, string>?]) =>
      (await listening(config, ...more))?.sessionEvents;
    expect(await events()).toEqual({ file: join(folder, "etc", "of-file.db") });
    const env = { PEGBOARD_SESSION_EVENTS: "of-env.db" };
    expect(await events({}, env)).toEqual({ file: join(folder, "of-env.db") });
    expect(await events({ sessionEvents: "memory" }, env)).toBe("memory");
    expect((await listening({ http }))?.sessionEvents).toBeUndefined();
    await expect(listening({}, { sessionEvents: "memory" })).rejects.toThrow("--session-events is for HTTP");
  });

  test("gives way to flags, and is left with --no-http", async () => {
    const flags = { http: "7180", allowHost: ["b.example"], allowOrigin: ["https://b.example"] };
    expect(await listening({ http }, flags)).toMatchObject({
      address: { host: "127.0.0.1", port: 7180 },
      authorization: {
        hosts: [expect.anything(), expect.anything(), expect.anything(), "b.example"],
        origins: ["https://b.example"],
      },
    });
    expect(await listening({ http }, { http: false })).toBeUndefined();
  });

  test("takes the token from the flag's file, else from the variable, else from the configuration's file", async () => {
    const token = async (...sources: Parameters<typeof listening>) =>
      (await listening(...sources))?.authorization.token;
    const env = { PEGBOARD_TOKEN: tokens.variable };
    expect(await token({ http }, { tokenFile: "token" }, env)).toBe(tokens.flag);
    expect(await token({ http }, {}, env)).toBe(tokens.variable);
    expect(await token({ http }, {}, { PEGBOARD_TOKEN: "" })).toBe(tokens.file);
  });

  test.each([
    ["https://a.example/", "such as https://a.example"],
    ["https://a.example:443", "such as https://a.example"],
    ["https://a.example/page", "such as https://a.example"],
    ["a.example", "such as https://tools.example.org"],
    ["*", "such as https://tools.example.org"],
    ["null", "such as https://tools.example.org"],
  ])("refuses what no browser sends as an origin: %s", async (origin, hint) => {
    const flag = listening({}, { http: "0", allowOrigin: ["http://localhost:3000", origin] });
    await expect(flag).rejects.toMatchObject({
      message: `--allow-origin takes a scheme and a host, not '${origin}'`,
      hint,
    });
    const file = listening({ http: { address: "127.0.0.1:0", allowOrigins: [origin] } });
    await expect(file).rejects.toThrow(/^etc\/c\.json:1:\d+: 'http\.allowOrigins' takes a scheme and a host/);
  });

  test.each([
    ["localhost:3000", "such as localhost"],
    ["http://a.example", "such as a.example"],
    ["m\u00fcnchen.example", "such as xn--mnchen-3ya.example"],
    ["::1", "such as [::1]"],
    ["*", "such as tools.example.org"],
  ])("refuses what no request says as its host: %s", async (host, hint) => {
    const flag = listening({}, { http: "0", allowHost: ["tools.example.org", "10.0.0.1", "[fd00::1]", host] });
    await expect(flag).rejects.toMatchObject({
      message: `--allow-host takes a host name without a scheme or a port, not '${host}'`,
      hint,
    });
    const file = listening({ http: { address: "127.0.0.1:0", allowHosts: [host] } });
    await expect(file).rejects.toThrow(/^etc\/c\.json:1:\d+: 'http\.allowHosts' takes a host name/);
  });

  test("tells where something of OAuth stands that can't be used", async () => {
    const oauth = { issuers: ["https://login.example.org"], resource: "https://tools.example.org/mcp" };
    const refused = (more: object) =>
      expect(listening({ http: { address: "127.0.0.1:0", oauth: { ...oauth, ...more } } })).rejects;
    await refused({ issuers: ["http://login.example.org"] }).toThrow(
      /^etc\/c\.json:1:\d+: 'http\.oauth\.issuers' takes an address with https, not 'http:\/\/login\.example\.org'$/,
    );
    await refused({ algorithms: ["HS256"] }).toThrow(/: 'http\.oauth\.algorithms' does not take 'HS256'$/);
    await refused({ introspection: { clientId: "tools" } }).toThrow("has no secret of the client");
    expect((await listening({ http: { address: "127.0.0.1:0", oauth } }))?.identity).toEqual({ oauth });
  });

  test.each<HttpOptions>([
    { tokenFile: "token" },
    { allowHost: ["a.example"] },
    { allowOrigin: ["https://a.example"] },
    { http: false, tokenFile: "token" },
  ])("is what %j is for: over stdio it is refused", async (options) => {
    const [flag] = Object.keys(options).filter((name) => name !== "http");
    const word = `--${flag?.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}`;
    await expect(listening({}, options)).rejects.toThrow(`${word} is for HTTP, and this server uses stdio`);
    // A file may hold them for another time.
    expect(await listening({ http: { tokenFile: "token", allowHosts: ["a.example"] } })).toBeUndefined();
  });

  test("tells where an address stands that is none", async () => {
    await expect(listening({ http: { address: "somewhere" } })).rejects.toThrow(
      "etc/c.json:1:10: 'http.address' takes PORT or HOST:PORT, not 'somewhere'",
    );
    await expect(listening({}, { http: "somewhere" })).rejects.toThrow("--http takes PORT or HOST:PORT");
  });
});

test("a word that only the catalog can judge is refused with its place in the file", async () => {
  write({ profile: "cor" });
  const { found } = await read();
  const choose = (env: Readonly<Record<string, string>>) =>
    chooseWord("profile", { flag: undefined, variable: "PEGBOARD_PROFILE", env, config: wordIn(found, "profile") }, [
      "core",
    ]);
  expect(() => choose({})).toThrow("c.json:1:2: there is no profile 'cor'");
  expect(() => choose({ PEGBOARD_PROFILE: "coer" })).toThrow("PEGBOARD_PROFILE: there is no profile 'coer'");
  expect(choose({ PEGBOARD_PROFILE: "core" })).toBe("core");
});

test("what is shown is refused in words that fit", async () => {
  const choose = (options: ListingFlags) => chooseListing(registry, options, {});
  await expect(choose({ hints: "maybe" })).rejects.toThrow("there is no value of hints 'maybe'");
  await expect(choose({ detail: "all" })).rejects.toThrow("there is no detail 'all'");
});

describe("the surface auto", () => {
  const surface = async (of: LocalRegistry, options: ListingFlags) =>
    (await chooseListing(of, { surface: "auto", ...options }, {})).surface;
  const { core, full } = registry.profiles;
  if (core === undefined || full === undefined) throw new Error("the workbench has these profiles");

  test("is direct for a small list, whatever the profile says", async () => {
    expect(core.surface).toBe("folded");
    expect(await surface(registry, { profile: "core" })).toBe("direct");
  });

  test("is meta beyond 40 tools, built-in ones included", async () => {
    const names = Object.keys(registry.tools);
    const of = (count: number): LocalRegistry => ({
      ...registry,
      profiles: { full: { ...full, tools: Array.from({ length: count }, (_, at) => names[at] ?? `more_${at}`) } },
    });
    expect(await surface(of(35), { profile: "full" })).toBe("direct");
    expect(await surface(of(36), { profile: "full" })).toBe("meta");
  });

  test("is meta beyond 40,000 bytes, in the detail that is shown", async () => {
    const large = { tools: Array.from({ length: 5 }, (_, at) => `tool_${at}`) };
    const listing = (bytes: number) => async () => ({
      default: Object.fromEntries(large.tools.map((name) => [name, { name, description: "x".repeat(bytes) }])),
    });
    const direct = { compact: listing(100), full: listing(6_000), verbose: listing(9_000) };
    const of: LocalRegistry = {
      ...registry,
      listings: { ...registry.listings, direct },
      profiles: { full: { ...full, ...large } },
    };
    expect(await surface(of, { profile: "full" })).toBe("direct");
    expect(await surface(of, { profile: "full", detail: "full" })).toBe("direct");
    expect(await surface(of, { profile: "full", detail: "verbose" })).toBe("meta");
  });

  test("lists old names where the profile does", async () => {
    expect(await surface(registry, { profile: "ramorie" })).toBe("direct");
  });
});

describe("patterns that meet no tool", () => {
  const unmet = (deny: readonly string[], allow?: readonly string[]) => unmetPatterns(registry, { deny, allow });

  test("are reported, with the near miss", () => {
    expect(unmet(["task_creat", "*_burn"], ["memroy_recall"])).toEqual([
      { rule: "deny", pattern: "task_creat", nearMiss: "task_create" },
      { rule: "deny", pattern: "*_burn" },
      { rule: "allow", pattern: "memroy_recall", nearMiss: "memory_recall" },
    ]);
  });

  test("are not those that meet a tool, an old name or a built-in one", () => {
    expect(unmet(["task_*", "setup_agent", "tool_search", "*"], ["call_*"])).toEqual([]);
  });
});
