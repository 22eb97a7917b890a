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
