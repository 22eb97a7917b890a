import { describe, expect, test } from "vitest";
import { createRequestAuthorizer } from "../../src/server/http/authorize-request.ts";

const token = "0123456789abcdef-token";

describe("the bearer token", () => {
  const authorize = createRequestAuthorizer({ hosts: ["localhost"], origins: [], token });
  const status = (authorization?: string) =>
    authorize({ host: "localhost:7180", ...(authorization === undefined ? {} : { authorization }) })?.status;

  test.each([`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`])(
    "is taken with its scheme in any letter case: %s",
    (given) => {
      expect(status(given)).toBeUndefined();
    },
  );

  test.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    token,
    `Basic ${token}`,
    `Bearer ${token} `,
    `Bearer ${token.toUpperCase()}`,
    `Bearer x, Bearer ${token}`,
    `XBearer ${token}`,
  ])("is not found in %j", (given) => {
    expect(status(given)).toBe(401);
  });

  test("is called invalid only where one was given", () => {
    const challenge = (headers: object) => authorize({ host: "localhost", ...headers })?.headers?.["www-authenticate"];
    expect(challenge({})).toBe('Bearer realm="mcp"');
    expect(challenge({ authorization: "Bearer x" })).toBe('Bearer realm="mcp", error="invalid_token"');
  });

  test("matches no request while it is empty", () => {
    const empty = createRequestAuthorizer({ hosts: ["localhost"], origins: [], token: "" });
    for (const authorization of [undefined, "", "Bearer", "Bearer "]) {
      expect(empty({ host: "localhost", ...(authorization === undefined ? {} : { authorization }) })?.status).toBe(401);
    }
  });
});

describe("host and origin", () => {
  const authorize = createRequestAuthorizer({ hosts: ["LocalHost", "[::1]"], origins: ["https://App.example:8443"] });

  test.each(["localhost", "LOCALHOST:7180", "[::1]:7180", "[::1]"])("requests may be addressed to %s", (host) => {
    expect(authorize({ host })).toBeUndefined();
  });

  test.each([
    undefined,
    "",
    "evil.example",
    "localhost.evil.example",
    "localhost:7180:1",
    "user@localhost",
    "localhost/",
  ])("requests may not be addressed to %j", (host) => {
    expect(authorize(host === undefined ? {} : { host })?.status).toBe(421);
  });

  test.each([
    undefined,
    "https://app.example:8443",
    "HTTPS://APP.EXAMPLE:8443",
    "http://localhost:3000",
    "https://localhost",
    "http://[::1]:5173",
  ])("pages of the origin %s may send requests", (origin) => {
    expect(authorize({ host: "localhost", ...(origin === undefined ? {} : { origin }) })).toBeUndefined();
  });

  test.each([
    "https://evil.example",
    "http://app.example:8443",
    "https://app.example",
    "https://localhost.evil.example",
    "null",
    "",
    "localhost",
  ])("pages of the origin %j may not", (origin) => {
    expect(authorize({ host: "localhost", origin })?.status).toBe(403);
  });

  test("are judged before the token, the host first", () => {
    const both = createRequestAuthorizer({ hosts: ["localhost"], origins: [], token });
    const authorization = "Bearer wrong";
    expect(both({ host: "evil.example", origin: "https://evil.example", authorization })?.status).toBe(421);
    expect(both({ host: "localhost", origin: "https://evil.example", authorization })?.status).toBe(403);
  });
});
