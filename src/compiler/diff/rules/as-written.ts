import { sameJson } from "../../../contract/alias.ts";
import type { Json, JsonObject } from "../../../contract/json.ts";
import { allHints } from "../../schema/wire-tool.ts";
import type { ComparedCatalog, ComparedTool } from "../compared.ts";
import type { EventOf } from "../event.ts";
import { type DiffRule, rule } from "../rule.ts";
import { isReworded, wordDiff } from "../word-diff.ts";
import { quotedList } from "./quoted-list.ts";

// What is listed as it stands: `listed` of a tool, in profiles with plain texts, and `listed` of the server.

type KeptTool = EventOf<"tool-kept">;

export const asWrittenRules: readonly DiffRule[] = [
  rule("listed-description-changed", "tool-kept", "WARN", ["PROMPT"], {
    reads: ["verbatim"],
    mirror: ["listed-description-changed", "listed-description-removed"],
    points: ["verbatim"],
    message: (event) => {
      const [was, is] = descriptions(event);
      return is !== "" && isReworded(was, is)
        ? `the description of '${event.head.name}' in plain lists changed: ${wordDiff(was, is)}`
        : undefined;
    },
    values: descriptions,
    help: () => "read it as a model would, and check that it still chooses this tool, and this one only",
    explain: {
      why: "Clients of profiles with plain texts choose and use the tool by these words.",
      bad: "listed: {description: Make a note.}   # was {description: Create a note.}",
      good: "listed: {description: Create a note., title: Note}   # was {description: Create a note.}",
    },
  }),
  rule("listed-description-removed", "tool-kept", "ERR", ["PROMPT"], {
    reads: ["verbatim"],
    mirror: "listed-description-changed",
    points: ["verbatim"],
    message: (event) => {
      const [was, is] = descriptions(event);
      return was !== "" && is === "" ? `plain lists have no description of '${event.head.name}' any more` : undefined;
    },
    values: descriptions,
    help: () => "take description out of listed: the description of the tool is listed then",
    explain: {
      why: "A model is left with less than it chose and used the tool by; it chooses wrongly, or never.",
      bad: "listed: {description: null}   # was {description: Create a note.}",
      good: "listed: {}   # was {description: Create a note.}, which is the summary as well",
    },
  }),
  rule("listed-members-changed", "tool-kept", "INFO", ["PROMPT", "POLICY"], {
    reads: ["verbatim"],
    mirror: "listed-members-changed",
    points: ["verbatim"],
    message: ({ base, head }) => {
      const names = changedMembers(base, head);
      return names.length === 0 ? undefined : `plain lists show other values of '${head.name}': ${quotedList(names)}`;
    },
    values: ({ base, head }) => [membersOf(base), membersOf(head)],
    explain: {
      why: "Clients of profiles with plain texts show titles to people and ask by hints; a hint that is not said has its default.",
      bad: "listed: {annotations: {}}   # was {annotations: {destructiveHint: false}}",
      good: "listed: {annotations: {destructiveHint: false}}   # unchanged",
    },
  }),
  rule("server-listed-changed", "catalog-kept", "INFO", ["PROMPT"], {
    mirror: "server-listed-changed",
    points: ["server", "verbatim"],
    message: ({ base, head }) => {
      const names = differing(serverInfo(base), serverInfo(head));
      return names.length === 0 ? undefined : `clients are shown other values of the server: ${quotedList(names)}`;
    },
    values: ({ base, head }) => [serverInfo(base), serverInfo(head)],
    explain: {
      why: "Clients show them to people, who look for the old ones.",
      bad: "server: {name: notes, version: 1.4.0, listed: {name: notes, title: Notebook}}   # was title: Notes",
      good: "server: {name: notes, version: 1.5.0, listed: {name: notes, title: Notes}}   # was version: 1.4.0",
    },
  }),
];

/** Where the author wrote one, the descriptions in plain lists; "" where none is listed. Others have rules of their own. */
function descriptions({ base, head }: KeptTool): [was: string, is: string] {
  if (base.verbatim?.description === undefined && head.verbatim?.description === undefined) return ["", ""];
  return [plainDescription(base), plainDescription(head)];
}

function plainDescription({ verbatim, description, summary }: ComparedTool): string {
  const written = verbatim?.description;
  if (written === undefined) return description ?? summary;
  return typeof written === "string" ? written : "";
}

/** What has rules of its own: the description here, the others also of lists (`listedPart`). */
const ruledElsewhere: ReadonlySet<string> = new Set(["description", "icons", "_meta", "execution"]);

function changedMembers(base: ComparedTool, head: ComparedTool): readonly string[] {
  if (base.verbatim === undefined && head.verbatim === undefined) return [];
  return differing(membersOf(base), membersOf(head)).filter((name) => !ruledElsewhere.has(name));
}

function membersOf({ verbatim, title, effects }: ComparedTool): JsonObject {
  return verbatim ?? { title, annotations: { ...allHints(effects) } };
}

/** Without the name, which has a rule of its own; only where one side has something that its author wrote. */
function serverInfo({ server }: ComparedCatalog): JsonObject {
  const { name: _, ...shown } = server.verbatim ?? {};
  return shown;
}

function differing(base: JsonObject, head: JsonObject): readonly string[] {
  const value = (members: JsonObject, name: string): Json =>
    Object.hasOwn(members, name) ? (members[name] ?? null) : null;
  return [...new Set([...Object.keys(base), ...Object.keys(head)])]
    .filter((name) => !sameJson(value(base, name), value(head, name)))
    .sort();
}
