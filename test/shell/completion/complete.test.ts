import { describe, expect, it } from "vitest";
import { createProgram } from "../../../src/cli/program.ts";
import { completableTools } from "../../../src/shell/completion/completable.ts";
import { type Completion, complete, type KnownTools } from "../../../src/shell/completion/complete.ts";
import { grammarOf } from "../../../src/shell/completion/grammar.ts";
import { clientNames } from "../../../src/shell/servers/client-names.ts";
import { unquote } from "../../../src/shell/verbs/complete.ts";
import { recordTerminal } from "../../cli/record-terminal.ts";

const grammar = grammarOf(createProgram(recordTerminal("/").terminal, () => undefined));

const tools = completableTools([
  {
    name: "note_add",
    description: "Adds a note.\nMore of it.",
    inputSchema: {
      type: "object",
      properties: {
        tags: { type: "array", items: { $ref: "#/$defs/Tag" } },
        title: { type: "string", description: "What it is about" },
        pinned: { type: "boolean" },
        place: { type: "object" },
        kind: { anyOf: [{ const: "idea" }, { enum: ["todo", 3] }, { type: "null" }] },
      },
      required: ["title"],
      $defs: { Tag: { enum: ["red", "blue"] } },
    },
  },
  { name: "note_list", inputSchema: {} },
]);
const old = { name: "add_note", summary: "now note_add", params: tools[0]?.params ?? [], isOld: true };

/** Says which server it was asked for. */
function knownOf(asked: string[]): KnownTools {
  return {
    servers: async () => ["notes", "call", "evil\nname"].map((value) => ({ value, summary: "" })),
    tools: async (server) => {
      asked.push(server ?? "local");
      return [...tools.map((tool) => ({ ...tool, isOld: false })), old];
    },
    params: async (server, name) => {
      asked.push(server ?? "local");
      return [...tools, old].find((tool) => tool.name === name)?.params ?? [];
    },
    prompts: async (server) => {
      asked.push(server ?? "local");
      return server === undefined ? tools : [];
    },
    families: async () => ["notes", "tags"],
    profiles: async () => ["core", "full"],
  };
}

/** @param line the command line up to the cursor, without the program */
async function at(line: string, asked: string[] = []): Promise<readonly string[] | string> {
  const words = line.split(" ");
  const done: Completion = await complete(words.slice(0, -1), words.at(-1) ?? "", grammar, () => knownOf(asked));
  return done.kind === "words" ? done.candidates.map(({ value }) => value) : `${done.kind} ${done.skip}`;
}

describe("completion offers", () => {
  const cases: readonly (readonly [line: string, offered: readonly string[] | string])[] = [
    // Verbs win over servers of their name, and what is more than one word is none.
    ["no", ["notes"]],
    ["desc", ["describe"]],
    ["call", ["call"]],
    ["help inst", ["install"]],
    ["call note_", ["note_add", "note_list"]],
    ["call a", ["add_note"]],
    ["describe ", ["note_add", "note_list"]],
    ["call note_add ", ["title=", "tags=", "pinned=", "place:=", "kind="]],
    ["call note_add title=x pi", ["pinned="]],
    ["call note_add title=x ti", []],
    ["call note_add kind=", ["kind=idea", "kind=todo", "kind=3"]],
    ["call note_add kind:=t", ["kind:=todo"]],
    ["call note_add tags=b", ["tags=blue"]],
    ["call add_note pinned=t", ["pinned=true"]],
    ["call note_add --pin", ["--pinned"]],
    ["call note_add --kind ", ["idea", "todo", "3"]],
    ["call note_add --kind=i", ["--kind=idea"]],
    ["call note_add --pinned ti", ["title="]],
    ["call note_add @", "files 1"],
    ["call note_add title@=a", "files 7"],
    ["call note_add place@:=a", "files 8"],
    ["call note_add title=@a", []],
    ["call note_add title@=x ti", []],
    ["call --server notes note_l", ["note_list"]],
    ["call --server ", ["notes", "call"]],
    ["call --server=no", ["--server=notes"]],
    ["notes note_a", ["note_add"]],
    ["notes note_add ti", ["title="]],
    ["prompts note_", ["note_add", "note_list"]],
    ["prompts note_add ti", ["title="]],
    ["prompts note_add kind=", ["kind=idea", "kind=todo", "kind=3"]],
    ["prompts note_li ", []],
    ["prompts --server notes note_", []],
    ["serve --surface f", ["folded"]],
    ["serve --profile ", ["core", "full"]],
    ["serve --profile=f", ["--profile=full"]],
    ["tools --family t", ["tags"]],
    ["serve --token-file ./", "files 0"],
    ["serve --token-file=./", "files 13"],
    ["serve --catalog ", "folders 0"],
    ["generate --extra ge", ["gemini"]],
    ["install ", [...clientNames]],
    ["install cursor --scope p", ["project"]],
    ["doctor vs", ["vscode"]],
    ["uninstall --dry", ["--dry-run"]],
    ["search wor", []],
    ["__comp", []],
  ];
  it.each(cases)("%j", async (line, offered) => {
    expect(await at(line)).toEqual(offered);
  });

  it("tools of the server that the line names", async () => {
    const asked: string[] = [];
    for (const line of ["call n", "call --server=b n", "b n", "--timeout 3 b n", "b note_add t"]) await at(line, asked);
    expect(asked).toEqual(["local", "b", "b", "b", "b"]);
  });

  it("every verb and every option that the help shows", async () => {
    const verbs = await at("");
    expect(verbs).toEqual([...grammar.verbs.map(({ name }) => name), "notes"]);
    for (const { name, options } of grammar.verbs) {
      const offered = await at(`${name} --`);
      for (const option of options) {
        const isOpen = option.value !== undefined && !option.value.isOptional;
        expect(offered, `${name} ${option.name}`).toContain(isOpen ? `${option.name}=` : option.name);
      }
    }
  });
});

describe("a server's list", () => {
  it("is bounded and taken for nothing but data", () => {
    const [tool] = completableTools([
      {
        name: "t",
        description: 3,
        inputSchema: {
          properties: {
            a: null,
            b: { $ref: "#/$defs/b" },
            __proto__x: { enum: [{ x: 1 }, "y".repeat(1_000)] },
            ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}`, {}])),
          },
          required: "a",
          $defs: { b: { $ref: "#/$defs/b" } },
        },
      },
    ]);
    expect(tool?.summary).toBe("");
    expect(tool?.params).toHaveLength(200);
    expect(tool?.params.slice(0, 3).map(({ values }) => values)).toEqual([[], [], ["y".repeat(200)]]);
  });
});

describe("a word is read as the shell will read it", () => {
  it.each([
    ["a\\ b", "a b"],
    ["'a b", "a b"],
    ['"a\\"b" c', 'a"b c'],
    ["'$(x)'", "$(x)"],
    ["a\\", "a\\"],
  ])("%s", (word, read) => {
    expect(unquote(word)).toBe(read);
  });
});
