import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { databasePath, organizationPath, personOf } from "../../src/host.ts";
import { HostUnavailable } from "../../src/runtime/errors.ts";

test("PEGBOARD_DB says where the database is, from the current folder on", () => {
  expect(databasePath({ PEGBOARD_DB: "/data/x.db" })).toBe("/data/x.db");
  expect(databasePath({ PEGBOARD_DB: "x.db" })).toBe(resolve("x.db"));
});

test("a leading ~/ is the home folder; any other ~ is a name", () => {
  expect(databasePath({ PEGBOARD_DB: "~/w.db" })).toBe(join(homedir(), "w.db"));
  expect(databasePath({ PEGBOARD_DB: "~other/w.db" })).toBe(resolve("~other/w.db"));
  expect(databasePath({ PEGBOARD_DB: "a/~/w.db" })).toBe(resolve("a/~/w.db"));
});

test("a database that ends with the process is refused", () => {
  expect(() => databasePath({ PEGBOARD_DB: ":memory:" })).toThrow(
    new HostUnavailable("PEGBOARD_DB is ':memory:', which would end with the process; set it to a file", "never"),
  );
});

test("without it the database is in the user's data folder", () => {
  for (const env of [{}, { PEGBOARD_DB: "" }]) {
    expect(databasePath(env)).toMatch(/pegboard[\\/](Data[\\/])?workbench\.db$/);
    expect(databasePath(env).startsWith(homedir())).toBe(true);
  }
});

test("the database of an organisation is beside the user's own, and a damaged id opens no other file", () => {
  const id = "0f3fe716-2b47-4b8a-b692-0c3f6eba679a";
  expect(organizationPath("/data/x.db", id)).toBe(join("/data/x.db.organizations", `${id}.db`));
  for (const damaged of [
    "",
    "..",
    "../x",
    `../${id}`,
    `${id}/../x`,
    `${id}\n`,
    `${id}\0`,
    id.toUpperCase(),
    "/etc/passwd",
  ]) {
    expect(() => organizationPath("/data/x.db", damaged), damaged).toThrow(HostUnavailable);
  }
});

test("the user is who PEGBOARD_USER names, else who the system names", () => {
  expect(personOf({ PEGBOARD_USER: "ann", USER: "root" })).toBe("ann");
  expect(personOf({ PEGBOARD_USER: "", USER: "root" })).toBe("root");
  expect(personOf({ USERNAME: "Ben" })).toBe("Ben");
});
