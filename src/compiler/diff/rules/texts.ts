import { sameJson } from "../../../contract/alias.ts";
import type { ComparedField } from "../comparable-type.ts";
import { type ComparedTool, listedPart } from "../compared.ts";
import type { EventOf } from "../event.ts";
import { type DiffRule, rule } from "../rule.ts";
import { isTypo } from "../typo.ts";
import { isBlank, isReworded, wordDiff } from "../word-diff.ts";
import { whitespaceOnly } from "./param-texts.ts";

/** Rules about what models and people read of a tool and a server. A change of white space alone is not reported. */
export const textRules: readonly DiffRule[] = [
  rule("server-instructions-changed", "catalog-kept", "WARN", ["PROMPT"], {
    mirror: "server-instructions-changed",
    points: ["server", "instructions"],
    message: ({ base, head }) =>
      isReworded(base.server.instructions, head.server.instructions)
        ? `the server's instructions changed: ${wordDiff(base.server.instructions ?? "", head.server.instructions ?? "")}`
        : undefined,
    values: ({ base, head }) => [base.server.instructions ?? null, head.server.instructions ?? null],
    help: () => "read them as a model would, and try the common tasks with the new words",
    explain: {
      why: "Models read them before anything else; how they use every tool may change.",
      bad: "instructions: Write everything down.   # was Read before you write.",
      good: "instructions: Read before you write.   # unchanged",
    },
  }),
  ...toolTextRules("summary"),
  ...toolTextRules("description"),
  rule("title-changed", "tool-kept", "INFO", ["PROMPT"], {
    reads: ["title"],
    mirror: "title-changed",
    points: ["title"],
    message: ({ base, head }) => {
      if (base.title === head.title) return undefined;
      // A list may leave it out.
      if (base.title === "") return `'${head.name}' has the title '${head.title}' now`;
      return head.title === ""
        ? `'${head.name}' lost its title '${base.title}'`
        : `the title of '${head.name}' is '${head.title}' instead of '${base.title}'`;
    },
    explain: {
      why: "Approval dialogs show it; people look for the old one.",
      bad: "title: Make a note   # was Create a note",
      good: "title: Create a note   # unchanged",
    },
  }),
  rule("icons-changed", "tool-kept", "INFO", ["PROMPT"], {
    reads: ["listed", "verbatim"],
    mirror: "icons-changed",
    message: ({ base, head }) =>
      sameJson(listedPart(base, "icons"), listedPart(head, "icons")) ? undefined : `'${head.name}' has other icons`,
    values: ({ base, head }) => [listedPart(base, "icons"), listedPart(head, "icons")],
    explain: {
      why: "Clients show them to people; look at the new ones before you approve.",
      bad: '"icons": [{"src": "https://example.com/new.png"}]   // was "old.png"',
      good: '"icons": [{"src": "https://example.com/old.png"}]   // unchanged',
    },
  }),
  rule("meta-changed", "tool-kept", "INFO", ["PROMPT"], {
    reads: ["guidance", "listed", "verbatim"],
    mirror: "meta-changed",
    points: ["guidance"],
    message: ({ base, head }) => {
      if (!sameJson(listedPart(base, "_meta"), listedPart(head, "_meta"))) return `'${head.name}' has another _meta`;
      // Published as `_meta["pegboard/guidance"]`.
      return sameJson(base.guidance, head.guidance) ? undefined : `the guidance of '${head.name}' changed`;
    },
    values: ({ base, head }) => [listedPart(base, "_meta"), listedPart(head, "_meta")],
    explain: {
      why: "Clients that know the keys act by them; to all others it is nothing.",
      bad: "guidance: {use_when: [a user asks for a list]}   # was {}",
      good: "guidance: {}   # unchanged",
    },
  }),
  rule("example-removed", "tool-kept", "WARN", ["PROMPT"], {
    reads: ["examples", "params"],
    points: ["examples"],
    message: ({ base, head }) => {
      const tools = base.examples.filter(
        (was) => !head.examples.some((is) => is.title === was.title || sameJson(was.arguments, is.arguments)),
      );
      const values = base.params.flatMap((was) => lostExamples(was, head));
      const lost = [...tools.map(({ title }) => `example '${title}'`), ...values];
      return lost.length === 0 ? undefined : `'${head.name}' lost ${lost.join(", ")}`;
    },
    help: () => "keep the example while it is valid, or show its use in a new one",
    explain: {
      why: "Models copy examples; what they showed is guessed from now on.",
      bad: "examples: []   # was [{title: A short note, with: {title: Milk}}]",
      good: "examples: [{title: Milk, with: {title: Milk}}]   # was [{title: A short note, with: {title: Milk}}]",
    },
  }),
];

/** A param that is gone took its examples along. */
function lostExamples(was: ComparedField, head: ComparedTool): readonly string[] {
  const is = head.params.find(({ name }) => name === was.name);
  if (is === undefined) return [];
  const kept = is.examples ?? [];
  return (was.examples ?? [])
    .filter((value) => !kept.some((one) => sameJson(one, value)))
    .map((value) => `the example '${JSON.stringify(value)}' of '${was.name}'`);
}

type TextPart = "summary" | "description";
type Kept = EventOf<"tool-kept">;

/** Rules about one of a tool's texts. A list has one, which is read as the summary. */
function toolTextRules(part: TextPart): readonly DiffRule[] {
  const name = (tool: ComparedTool) => (tool.listed === undefined ? part : "description");
  const both = ({ base, head }: Kept) => [base[part], head[part]] as const;
  const shared = {
    reads: [part],
    points: [part],
    values: ({ base, head }: Kept) => [base[part] ?? null, head[part] ?? null],
  } as const;
  return [
    rule("tool-description-changed", "tool-kept", "WARN", ["PROMPT"], {
      ...shared,
      mirror: ["tool-description-changed", "tool-description-removed"],
      message: (event: Kept) => {
        const [was, is] = both(event);
        return isReworded(was, is) && !isBlank(is) && !isTypo(was ?? "", is ?? "")
          ? `the ${name(event.head)} of '${event.head.name}' changed: ${wordDiff(was ?? "", is ?? "")}`
          : undefined;
      },
      help: () => "read it as a model would, and check that it still chooses this tool, and this one only",
      explain: {
        why: "A model chooses and uses tools by these words: they are part of the contract. Read what changed.",
        bad: "summary: Create a memo.   # was Create a note.",
        good: "summary: Create a note.   # unchanged",
      },
    }),
    rule("tool-description-typo", "tool-kept", "INFO", ["PROMPT"], {
      ...shared,
      mirror: "tool-description-typo",
      message: (event: Kept) => {
        const [was, is] = both(event);
        return isTypo(was ?? "", is ?? "")
          ? `only letters changed in the ${name(event.head)} of '${event.head.name}': ${wordDiff(was ?? "", is ?? "")}`
          : undefined;
      },
      explain: {
        why: "Every word is still the same one: letters of it were missing, doubled or in the wrong order.",
        bad: "summary: Create a note.   # was Craete a note.",
        good: "summary: Create a note.   # unchanged",
      },
    }),
    rule("tool-description-removed", "tool-kept", "ERR", ["PROMPT"], {
      ...shared,
      mirror: "tool-description-changed",
      message: (event: Kept) => {
        const [was, is] = both(event);
        return !isBlank(was) && isBlank(is) ? `the ${name(event.head)} of '${event.head.name}' is gone` : undefined;
      },
      help: () => "say again what the tool does and when to use it",
      explain: {
        why: "A model is left with less than it chose and used the tool by; it chooses wrongly, or never.",
        bad: "description:   # was Keeps a note until it is deleted.",
        good: "description: Keeps a note until you delete it.   # was Keeps a note until it is deleted.",
      },
    }),
    rule("description-whitespace-only", "tool-kept", "INFO", ["PROMPT"], {
      ...shared,
      mirror: "description-whitespace-only",
      hidden: true,
      message: (event: Kept) => {
        const [was, is] = both(event);
        return was === is || isReworded(was, is)
          ? undefined
          : `only white space changed in the ${name(event.head)} of '${event.head.name}'`;
      },
      values: () => null,
      explain: whitespaceOnly,
    }),
  ];
}
