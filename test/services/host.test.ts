import { homedir } from "node:os";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { databasePath } from "../../src/host.ts";

test("PEGBOARD_DB says where the database is, from the current folder on", () => {
  expect(databasePath({ PEGBOARD_DB: "/data/x.db" })).toBe("/data/x.db");
  expect(databasePath({ PEGBOARD_DB: "x.db" })).toBe(resolve("x.db"));
  expect(databasePath({ PEGBOARD_DB: ":memory:" })).toBe(resolve(":memory:"));
});

test("without it the database is in the user's data folder", () => {
  for (const env of [{}, { PEGBOARD_DB: "" }]) {
    expect(databasePath(env)).toMatch(/pegboard[\\/](Data[\\/])?workbench\.db$/);
    expect(databasePath(env).startsWith(process.env.XDG_DATA_HOME ?? homedir())).toBe(true);
  }
});
