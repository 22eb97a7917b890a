import type { Auth } from "../../catalog/catalog.ts";
import { type ComparedCatalog, currentComparedTools } from "../compared.ts";
import { type DiffRule, rule } from "../rule.ts";
import { quotedList } from "./quoted-list.ts";

/**
 * Rules about what scopes of access tokens allow (`auth` of catalog.yaml). Tokens that were given out stay as they are: what one of
 * them opened and opens no more is a break for its owner, and that it opens more was never agreed.
 */
export const scopeRules: readonly DiffRule[] = [
  rule("scopes-introduced", "catalog-kept", "ERR", ["CALL", "POLICY"], {
    mirror: "scopes-dropped",
    proof: "none",
    points: ["auth"],
    message: ({ base, head }) =>
      base.auth === undefined && head.auth !== undefined ? `tools need scopes now: ${scopesOf(head.auth)}` : undefined,
    values: ({ head }) => named(head.auth),
    help: () => "give the scopes to those who have tokens before the server asks for them",
    explain: {
      why: "A token without scopes opened every tool, and opens none now.",
      bad: "auth: {scopes: {notes:read: {description: Reads notes, families: all}}}   # there was no auth",
      good: "auth: {scopes: {notes:read: {description: Reads, families: all}}}   # was Reads notes",
    },
  }),
  rule("scopes-dropped", "catalog-kept", "WARN", ["POLICY"], {
    mirror: "scopes-introduced",
    points: ["server"],
    message: ({ base, head }) =>
      base.auth !== undefined && head.auth === undefined
        ? `tools need no scopes any more: ${scopesOf(base.auth)}`
        : undefined,
    values: ({ base }) => named(base.auth),
    help: () => "look at who has tokens before the server stops to ask for scopes",
    explain: {
      why: "No call fails, but everybody who is let in may use everything: tokens with few scopes can do more than was agreed.",
      bad: "catalog.yaml without auth   # had auth: {scopes: {notes:read: {description: Reads notes, families: all}}}",
      good: "auth: {scopes: {notes:read: {description: Reads, families: all}}}   # was Reads notes",
    },
  }),
  rule("scope-required", "catalog-kept", "ERR", ["CALL", "POLICY"], {
    mirror: "scope-not-required",
    proof: "none",
    points: ["auth"],
    message: (event) => list(required(event.base, event.head), (names) => `every request needs the scope ${names} now`),
    values: ({ base, head }) => required(base, head),
    help: () => "ask for it where it is needed: under 'scopes', with the tools that it opens",
    explain: {
      why: "Requests with a token that lacks the scope were answered and are refused now.",
      bad: "auth: {required: [notes:use], …}   # was required: []",
      good: "auth: {required: [notes:use], …}   # unchanged, with one more scope under 'scopes'",
    },
  }),
  rule("scope-not-required", "catalog-kept", "INFO", ["POLICY"], {
    mirror: "scope-required",
    points: ["auth"],
    message: (event) =>
      list(required(event.head, event.base), (names) => `requests do not need the scope ${names} any more`),
    values: ({ base, head }) => required(head, base),
    explain: {
      why: "No call fails; tools are still opened by their own scopes.",
      bad: "auth: {required: [], …}   # was required: [notes:use]",
      good: "auth: {required: [notes:use], …}   # unchanged",
    },
  }),
  rule("scope-lost-tool", "catalog-kept", "ERR", ["CALL", "POLICY"], {
    mirror: "scope-gained-tool",
    proof: "none",
    points: ["auth"],
    message: ({ base, head }) => opened(lost(base, head), "no longer opens"),
    values: ({ base, head }) => lost(base, head).map(([scope, tools]) => [scope, ...tools]),
    help: () => "let the scope open them as before, beside the new one",
    explain: {
      why: "A token with this scope was enough to call the tool, and the call is refused now.",
      bad: "notes:read: {description: Reads notes, tools: []}   # was tools: [note_list]",
      good: "notes:all: {description: Everything, tools: [note_list]}   # beside notes:read",
    },
  }),
  rule("scope-gained-tool", "catalog-kept", "WARN", ["POLICY"], {
    mirror: "scope-lost-tool",
    points: ["auth"],
    message: ({ base, head }) => opened(gained(base, head), "also opens"),
    values: ({ base, head }) => gained(base, head).map(([scope, tools]) => [scope, ...tools]),
    help: () => "give what is more a scope of its own, unless every owner of a token may have it",
    explain: {
      why: "Tokens that were given out can do more than was agreed.",
      bad: "notes:read: {description: Reads notes, tools: [note_list, note_create]}   # was tools: [note_list]",
      good: "notes:read: {description: Reads notes, effects: [read_only]}   # for a tool that is new itself",
    },
  }),
  rule("scope-removed", "catalog-kept", "ERR", ["CALL", "POLICY"], {
    mirror: "scope-added",
    proof: "none",
    points: ["auth"],
    message: ({ base, head }) => list(gone(base, head), (names) => `the scope ${names} opens nothing any more`),
    values: ({ base, head }) => gone(base, head),
    help: () => "keep it beside the new one until no token has it any more",
    explain: {
      why: "Calls with a token that has this scope alone are refused.",
      bad: "auth: {scopes: {}}   # was {notes:read: {description: Reads notes, families: all}}",
      good: "auth: {scopes: {notes:read: {…}, notes:all: {description: Everything, families: all}}}",
    },
  }),
  rule("scope-added", "catalog-kept", "INFO", ["POLICY"], {
    mirror: "scope-removed",
    points: ["auth"],
    message: ({ base, head }) => list(gone(head, base), (names) => `the scope ${names} is new`),
    values: ({ base, head }) => gone(head, base),
    explain: {
      why: "No token has it yet.",
      bad: "auth: {scopes: {notes:all: {description: Everything, families: all}}}   # beside those that were there",
      good: "auth: {scopes: {notes:read: {…}}}   # unchanged",
    },
  }),
  rule("scope-text-changed", "catalog-kept", "INFO", ["POLICY"], {
    mirror: "scope-text-changed",
    points: ["auth"],
    message: ({ base, head }) =>
      list(reworded(base, head), (names) => `the scope ${names} is described in other words`),
    values: ({ base, head }) => reworded(base, head),
    explain: {
      why: "People agree to a scope by these words.",
      bad: "notes:read: {description: Reads and writes notes, …}   # was Reads notes",
      good: "notes:read: {description: Reads notes, …}   # unchanged",
    },
  }),
];

type Side = ComparedCatalog;
type Opened = readonly (readonly [scope: string, tools: readonly string[]])[];

function list(names: readonly string[], message: (names: string) => string): string | undefined {
  return names.length === 0 ? undefined : message(quotedList(names));
}

function opened(found: Opened, does: string): string | undefined {
  if (found.length === 0) return undefined;
  return found.map(([scope, tools]) => `the scope '${scope}' ${does} ${quotedList(tools)}`).join("; ");
}

function named(auth: Auth | undefined): readonly string[] {
  return (auth?.scopes ?? []).map(({ name }) => name);
}

function scopesOf(auth: Auth): string {
  return quotedList(named(auth));
}

/** Between catalogs that both have scopes: their beginning and their end are one finding. */
function both<T>(base: Side, head: Side, compare: (was: Auth, is: Auth) => readonly T[]): readonly T[] {
  return base.auth === undefined || head.auth === undefined ? [] : compare(base.auth, head.auth);
}

function required(base: Side, head: Side): readonly string[] {
  return both(base, head, (was, is) => is.required.filter((scope) => !was.required.includes(scope)));
}

function gone(base: Side, head: Side): readonly string[] {
  return both(base, head, (was, is) => named(was).filter((scope) => !named(is).includes(scope)));
}

/** Of tools that are on both sides: what came or went itself is reported as that. */
function lost(base: Side, head: Side): Opened {
  const kept = new Set(currentComparedTools(head).map(({ name }) => name));
  return both(base, head, (was, is) =>
    was.scopes.flatMap(({ name, tools }) => {
      const now = is.scopes.find((scope) => scope.name === name)?.tools;
      const closed = now === undefined ? [] : tools.filter((tool) => kept.has(tool) && !now.includes(tool));
      return closed.length === 0 ? [] : [[name, closed] as const];
    }),
  );
}

function gained(base: Side, head: Side): Opened {
  return lost(head, base);
}

function reworded(base: Side, head: Side): readonly string[] {
  return both(base, head, (was, is) =>
    is.scopes
      .filter(({ name, description }) =>
        was.scopes.some((scope) => scope.name === name && scope.description !== description),
      )
      .map(({ name }) => name),
  );
}
