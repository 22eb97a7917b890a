import { childPath } from "../../../../contract/json-pointer.ts";
import { ownValue } from "../../../../contract/own-property.ts";
import { clip } from "../../../../contract/utf8.ts";
import { clientPatterns } from "../../../clients/client-facts.ts";
import { nameBudget, paramNameLimit } from "../../../clients/client-limits.ts";
import { mapOf } from "../../../json-schema/read-keywords.ts";
import { verbEffectOf } from "../../name-words.ts";
import { type PublishedFinding, type PublishedRule, published, type ToolView } from "../tool-view.ts";

/** Names of tools and params, as clients take them. */
export const nameRules: readonly PublishedRule[] = [
  {
    asked: "lists",
    check: ({ name }, { targets }) => {
      const refusing = nameForms.filter(
        ({ client, pattern }) => readsNames(client, targets) && !new RegExp(pattern, "u").test(name),
      );
      const [first] = refusing;
      if (first === undefined) return [];
      const clients = refusing.map((one) => one.name).join(", ");
      return [published("name-charset", { name: quoted(name), description: first.description, clients }, "/name")];
    },
  },
  {
    asked: "lists",
    check: ({ name }, { targets }) => {
      const { client, name: reader, pattern, description } = clientPatterns["gemini-name-start"];
      return name === "" || !readsNames(client, targets) || new RegExp(pattern, "u").test(name)
        ? []
        : [published("name-start", { name: quoted(name), description, client: reader }, "/name")];
    },
  },
  {
    asked: "lists",
    check: ({ name }, { server }) => {
      const limit = nameBudget(server);
      if (name.length <= limit) return [];
      const why = server === "" ? "before a server's name is added" : `beside the server's name '${quoted(server)}'`;
      return [published("name-too-long", { name: quoted(name), length: name.length, limit, why }, "/name")];
    },
  },
  {
    asked: "lists",
    check: ({ name }) => (name.startsWith("mcp_") ? [published("name-prefix", { name: quoted(name) }, "/name")] : []),
  },
  {
    asked: "everywhere",
    check: ({ name, hints }) => {
      const verbEffect = verbEffectOf(name);
      // Read-only and destructive at once is a contradiction, which is reported as such.
      if (verbEffect === "reads" && hints.destructive === true && hints.readOnly !== true) {
        const help = "rename it, or say that it destroys nothing";
        return [
          published(
            "name-verb-vs-hint",
            { name: quoted(name), description: "reads", is: "destructive" },
            "/annotations",
            {
              help,
            },
          ),
        ];
      }
      if (verbEffect === "destroys" && hints.destructive === false) {
        const help = "mark it destructive, or name what it does instead";
        return [
          published(
            "name-verb-vs-hint",
            { name: quoted(name), description: "destroys", is: "not destructive" },
            "/annotations",
            { help },
          ),
        ];
      }
      return [];
    },
  },
  { asked: "lists", check: ({ input }) => keys(input) },
  { asked: "lists", check: (tool) => headers(tool) },
];

const nameForms = [
  clientPatterns["claude-name"],
  clientPatterns["openai-name"],
  clientPatterns["gemini-name"],
  clientPatterns["vscode-name-form"],
  clientPatterns["cursor-name"],
];

/** A catalog without targets is read by every client: a refused name makes every request fail. */
function readsNames(client: string, targets: readonly string[]): boolean {
  return targets.length === 0 || targets.includes(client);
}

function quoted(name: string): string {
  return clip(name, 80);
}

/** Every key of every object: one that is refused makes every request fail. */
function keys(input: ToolView["input"]): readonly PublishedFinding[] {
  const form = clientPatterns["param-key-form"];
  return input.nodes.flatMap(({ schema, at }) =>
    Object.keys(mapOf(schema, "properties"))
      .filter((key) => key.length > paramNameLimit || !new RegExp(form.pattern, "u").test(key))
      .map((key) => {
        const params = {
          name: quoted(key),
          description: `1 to ${paramNameLimit} ${form.description}`,
          client: form.name,
        };
        return published("param-key-charset", params, childPath(childPath(at, "properties"), key));
      }),
  );
}

/** @see MCP 2026-07-28, "x-mcp-header": a param that an HTTP client also sends as a header */
function headers({ input }: ToolView): readonly PublishedFinding[] {
  const seen = new Map<string, string>();
  return input.nodes.flatMap(({ schema, at, path, reachable }) => {
    if (!Object.hasOwn(schema, "x-mcp-header")) return [];
    const header = ownValue(schema, "x-mcp-header");
    const place = childPath(at, "x-mcp-header");
    const invalid = (problem: string) => [published("x-mcp-header-invalid", { path, problem }, place)];
    if (typeof header !== "string" || header === "") return invalid("is not a name");
    // RFC 9110, section 5.6.2: token.
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(header)) return invalid("holds signs that a header's name can't");
    const earlier = seen.get(header.toLowerCase());
    if (earlier !== undefined) return invalid(`is the header of '${earlier}' too`);
    seen.set(header.toLowerCase(), path);
    if (!reachable || path === "") return invalid("belongs to a value that is not always at the same place");
    const type = ownValue(schema, "type");
    if (type !== "string" && type !== "integer" && type !== "boolean")
      return invalid("belongs to no text, integer or boolean");
    if (/pass(word|wd)?|secret|token|api[_-]?key|credential/i.test(path))
      return invalid("would show a secret to every proxy on the way");
    return [];
  });
}
