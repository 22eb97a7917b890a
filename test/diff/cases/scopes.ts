import type { Auth } from "../../../src/compiler/catalog/catalog.ts";
import { toolWith } from "../../schema/arbitraries.ts";
import { catalogOf, other, type Pair, root } from "./build.ts";

const read = { name: "notes:read", description: "Reads notes", tools: ["note_create"] };
const all = { name: "notes:all", description: "Everything", tools: ["note_create"] };
const auth = (...scopes: Auth["scopes"]): { readonly auth: Auth } => ({ auth: { required: [], scopes } });
const requiring = (...required: readonly string[]) => ({ auth: { required, scopes: [read] } });

export const scopeCases: { readonly [rule: string]: Pair } = {
  "scopes-introduced": root({}, auth(read)),
  "scopes-dropped": root(auth(read), {}),
  "scope-required": root(requiring(), requiring("notes:use")),
  "scope-not-required": root(requiring("notes:use"), requiring()),
  "scope-lost-tool": root(auth(read), auth({ ...read, tools: [] })),
  "scope-gained-tool": root(auth({ ...read, tools: [] }), auth(read)),
  "scope-removed": root(auth(read, all), auth(all)),
  "scope-added": root(auth(read), auth(read, all)),
  "scope-text-changed": root(auth(read), auth({ ...read, description: "Reads all notes" })),
};

const both = [toolWith([]), other];
const two = { ...read, tools: ["note_create", "note_list"] };

export const scopeSilentCases: { readonly [rule: string]: Pair } = {
  "scope-text-changed": root(auth(read), auth({ ...read, tools: [] })),
  "scope-removed": root(auth(read), auth(read, all)),
  // Beginning and end of all scopes are one finding.
  "scope-added": root({}, auth(read)),
  "scope-required": root({}, requiring("notes:use")),
  // A tool that came or went is reported as that.
  "scope-gained-tool": [catalogOf([toolWith([])], auth(read)), catalogOf(both, auth(two))],
  "scope-lost-tool": [catalogOf(both, auth(two)), catalogOf([toolWith([])], auth(read))],
};
