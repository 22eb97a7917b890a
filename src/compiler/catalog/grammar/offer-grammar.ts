import {
  boolean,
  either,
  json,
  key,
  line,
  listOf,
  mapOf,
  record,
  requiredKey,
  rule,
  string,
  text,
  word,
} from "./forms.ts";
import type { Grammar } from "./grammar.ts";

const wire = key(string("wireField"), "As callers spell it, where that is not our name");

const completion = key(
  either(listOf(string("line")), word({ computed: "A handler gives them" })),
  "Values that clients are offered while the user types",
);

const listed = key(
  mapOf(string("notEmpty"), json),
  "Further members that clients are shown of it, as they stand here: icons, annotations, _meta, …",
);

/** `schema/prompts/<prompt>.yaml` and `schema/resources/<resource>.yaml`: what a server offers beside its tools. */
export const offerRules: { readonly [rule: string]: Grammar } = {
  prompt: {
    kind: "record",
    keys: {
      name: key(string("name"), "Name of the prompt; default: the name of its file, which it has to be"),
      wire,
      title: key(line, "Name for people"),
      description: requiredKey(text, "What it is for; clients show it beside the name"),
      arguments: key(mapOf(string("name"), rule("promptArgument")), "What the user fills in, by name; all are texts"),
      messages: key(
        { kind: "list", items: rule("promptMessage"), minItems: 1, unique: false },
        "The messages, in order; {{name}} is replaced by the argument of that name",
      ),
      computed: key(boolean, "true: a hand-written handler makes the messages, in src/prompts/<prompt>.ts"),
      listed,
    },
    exclusive: [["messages", "computed"]],
    needs: [["messages", "computed"]],
  },
  promptArgument: record({
    wire,
    title: key(line, "Name for people"),
    description: key(text, "What it is for"),
    required: key(boolean, "true: the prompt can't be used without it"),
    completion,
    listed,
  }),
  promptMessage: record({
    role: key(word({ user: "The user says it (default)", assistant: "The model says it" }), "Who says it"),
    text: requiredKey(text, "What is said, here or as {file: name.md}"),
  }),
  resource: {
    kind: "record",
    keys: {
      name: key(string("name"), "Name of the resource; default: the name of its file, which it has to be"),
      wire,
      title: key(line, "Name for people"),
      description: requiredKey(text, "What can be read there"),
      uri: key(string("line"), "Its URI, with a scheme of your own, such as notes://style"),
      uri_template: key(string("line"), "URIs of many resources, such as notes://note/{id}; {id} is one segment"),
      mime_type: key(string("mimeType"), "Media type of the contents; default for `text`: text/markdown"),
      text: key(text, "The contents, here or as {file: name.md}"),
      computed: key(boolean, "true: a hand-written handler makes the contents, in src/resources/<resource>.ts"),
      variables: key(
        mapOf(string("templateVariable"), rule("templateVariable")),
        "About the variables of uri_template",
      ),
      listed,
    },
    exclusive: [
      ["uri", "uri_template"],
      ["text", "computed"],
    ],
    needs: [
      ["uri", "uri_template"],
      ["text", "computed"],
    ],
  },
  templateVariable: record({
    description: key(text, "What it stands for"),
    completion,
  }),
};
