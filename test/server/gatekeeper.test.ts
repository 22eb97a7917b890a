import { expect, test } from "vitest";
import { createRequestAuthorizer } from "../../src/server/http/authorize-request.ts";

const token = "0123456789abcdef-token";
const judge = createRequestAuthorizer({ hosts: ["localhost"], origins: [], token });
const status = (authorization?: string) =>
  judge({ host: "localhost:7180", ...(authorization === undefined ? {} : { authorization }) })?.status;

test.each([`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`])(
  "takes the scheme in any letter case: %s",
  (said) => {
    expect(status(said)).toBeUndefined();
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
])("turns away %j", (said) => {
  expect(status(said)).toBe(401);
});

test("an empty token is nobody's", () => {
  const empty = createRequestAuthorizer({ hosts: ["localhost"], origins: [], token: "" });
  for (const authorization of [undefined, "", "Bearer", "Bearer "]) {
    expect(empty({ host: "localhost", ...(authorization === undefined ? {} : { authorization }) })?.status).toBe(401);
  }
});
