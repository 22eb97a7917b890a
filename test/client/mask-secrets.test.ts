import { expect, it } from "vitest";
import { secretMask } from "../../src/client/mask-secrets.ts";

it("masks the environment of a server, but not values that hardly are secrets", () => {
  const env = { API_KEY: "abc", LONG: "postgres://u:p@h/db", DEBUG: "1", MODE: "test", QUOTED: 'say "it" now' };
  const mask = secretMask({ kind: "stdio", command: "x", args: [], env, cwd: "/", secrets: ["from-a-variable"] });
  expect(mask("abc 1 test postgres://u:p@h/db from-a-variable")).toBe("*** 1 test *** ***");
  expect(mask(JSON.stringify({ told: 'say "it" now' }))).toBe('{"told":"***"}');
  expect(mask(`/?db=${encodeURIComponent("postgres://u:p@h/db")}`)).toBe("/?db=***");
});

it("masks what headers and the address of a server carry", () => {
  const url = new URL("https://x.example/api/mcp/s3cr3t-s3cr3t-s3cr3t/mcp?key=quer%79key&v=1");
  const mask = secretMask({
    kind: "http",
    url,
    headers: { Authorization: "Bearer tok-1", "X-Api-Key": "k-77", A: "b" },
  });
  expect(mask("tok-1, Bearer tok-1, k-77, b, querykey, 1, /api/mcp/s3cr3t-s3cr3t-s3cr3t/mcp")).toBe(
    "***, ***, ***, b, ***, 1, /api/mcp/***/mcp",
  );
});

it("masks a secret that holds another one as a whole", () => {
  const env = { TOKEN: "inner-secret", PASS: "outer-inner-secret-outer" };
  const mask = secretMask({ kind: "stdio", command: "x", args: [], env, cwd: "/" });
  expect(mask("outer-inner-secret-outer inner-secret")).toBe("*** ***");
});

const program = { kind: "stdio", command: "x", cwd: "/", env: {} } as const;

it("masks arguments that are secrets by the flag before them, or by their form", () => {
  const args = [
    ...["--api-key", "abc", "--token=def", "AUTH_TOKEN=ghi", "--header", "X-Api-Key:jkl"],
    ...["postgres://me:mno@db.example/x", "sk-0123456789abcdefgh", "ghp_0123456789abcdefghij"],
    ...["--mode", "fast", "--port=8080", "/some/path", "--password", "--verbose"],
  ];
  const mask = secretMask({ ...program, args });
  expect(mask("abc def ghi jkl mno sk-0123456789abcdefgh ghp_0123456789abcdefghij")).toBe(
    "*** *** *** *** *** *** ***",
  );
  expect(mask("fast 8080 /some/path --verbose x")).toBe("fast 8080 /some/path --verbose x");
});

it("masks a secret in base 64 and in hexadecimal, wherever it stands in what was encoded", () => {
  const secret = "pa55-w0rd?>secret";
  const mask = secretMask({ ...program, args: [], env: { API_KEY: secret } });
  for (const before of ["", "u", "us", "use", "user:"]) {
    for (const kind of ["base64", "base64url"] as const) {
      const shown = mask(Buffer.from(`${before}${secret}`).toString(kind));
      // What is left of it are at most the signs at its ends, which hold bytes of its neighbours too.
      expect(Buffer.from(shown.replace("***", ""), kind).toString("latin1")).not.toContain(secret.slice(2, 6));
      expect(shown).toMatch(/^[\w+/-]{0,8}\*\*\*[\w+/=-]{0,3}$/);
    }
  }
  const hex = Buffer.from(secret).toString("hex");
  expect(mask(`${hex} ${hex.toUpperCase()}`)).toBe("*** ***");
});

it("masks nothing short by chance", () => {
  const mask = secretMask({ ...program, args: [], env: { KEY: "abc" } });
  expect(mask("616263 YWJj")).toBe("616263 YWJj");
});
