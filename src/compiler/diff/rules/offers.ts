import { sameJson } from "../../../contract/alias.ts";
import type { Prompt, Resource } from "../../catalog/offers.ts";
import { ownName } from "../../catalog/own-names.ts";
import { type DiffRule, rule } from "../rule.ts";
import { quotedList } from "./quoted-list.ts";

/** Rules about prompts and resources. */
export const offerRules: readonly DiffRule[] = [
  rule("prompt-removed", "prompt-removed", "ERR", ["CALL"], {
    mirror: "prompt-added",
    message: ({ prompt }) => `the prompt '${prompt.name}' was removed`,
    help: ({ prompt }, { head }) =>
      head.listed === true
        ? "keep it, beside the prompt that replaces it"
        : `keep schema/prompts/${ownName(prompt)}.yaml, beside the prompt that replaces it`,
    explain: {
      why: "Users and programs that ask for it get an error.",
      bad: "# schema/prompts/review_note.yaml was removed",
      good: "# schema/prompts/review_text.yaml was added beside review_note.yaml",
    },
  }),
  rule("prompt-added", "prompt-added", "INFO", ["CALL"], {
    mirror: "prompt-removed",
    message: ({ prompt }) => `there is a prompt '${prompt.name}' now`,
    explain: {
      why: "Additive.",
      bad: "# schema/prompts/review_note.yaml was added",
      good: "# schema/prompts/review_note.yaml is unchanged",
    },
  }),
  rule("prompt-argument-required", "prompt-kept", "ERR", ["CALL"], {
    mirror: "prompt-argument-optional",
    points: ["arguments"],
    message: ({ base, head }) => {
      const added = required(head).filter((name) => !required(base).includes(name));
      return added.length === 0 ? undefined : `the prompt '${head.name}' now needs ${quotedList(added)}`;
    },
    help: () => "let it be optional, and say in the message what is meant without it",
    explain: {
      why: "Requests without it were answered and fail now.",
      bad: "arguments: {style: {description: How strict, required: true}}   # was not required",
      good: "arguments: {style: {description: How strict}}   # was not there",
    },
  }),
  rule("prompt-argument-optional", "prompt-kept", "INFO", ["CALL"], {
    mirror: "prompt-argument-required",
    points: ["arguments"],
    message: ({ base, head }) => {
      const eased = required(base).filter((name) => !required(head).includes(name));
      return eased.length === 0 ? undefined : `the prompt '${head.name}' no longer needs ${quotedList(eased)}`;
    },
    explain: {
      why: "Requests that were answered still are.",
      bad: "arguments: {style: {description: How strict}}   # was required: true",
      good: "arguments: {style: {description: How strict, required: true}}   # unchanged",
    },
  }),
  rule("prompt-argument-removed", "prompt-kept", "WARN", ["CALL"], {
    mirror: "prompt-argument-added",
    points: ["arguments"],
    message: ({ base, head }) => {
      const gone = names(base).filter((name) => !names(head).includes(name));
      return gone.length === 0 ? undefined : `the prompt '${head.name}' ignores ${quotedList(gone)} now`;
    },
    help: () => "keep the argument while users fill it in",
    explain: {
      why: "What users fill in there has no effect any more.",
      bad: "arguments: {note: {…}}   # was {note: {…}, style: {…}}",
      good: "arguments: {style: {…}, note: {…}}   # was {note: {…}, style: {…}}",
    },
  }),
  rule("prompt-argument-added", "prompt-kept", "INFO", ["CALL"], {
    mirror: "prompt-argument-removed",
    points: ["arguments"],
    message: ({ base, head }) => {
      const added = names(head).filter((name) => !names(base).includes(name));
      return added.length === 0 ? undefined : `the prompt '${head.name}' takes ${quotedList(added)} as well`;
    },
    explain: {
      why: "Additive.",
      bad: "arguments: {note: {…}, style: {…}}   # was {note: {…}}",
      good: "arguments: {note: {…}}   # unchanged",
    },
  }),
  rule("prompt-text-changed", "prompt-kept", "WARN", ["PROMPT"], {
    mirror: "prompt-text-changed",
    points: ["messages"],
    message: ({ base, head }) =>
      sameJson(promptTexts(base), promptTexts(head)) ? undefined : `the prompt '${head.name}' says something else`,
    values: ({ base, head }) => [promptTexts(base), promptTexts(head)],
    help: () => "try it with the models that you support",
    explain: {
      why: "Models read it as an instruction; what they do may change.",
      bad: "messages: [{text: Rewrite it.}]   # was Review it.",
      good: "messages: [{text: Review it.}]   # unchanged",
    },
  }),
  rule("resource-removed", "resource-removed", "ERR", ["CALL"], {
    mirror: "resource-added",
    message: ({ resource }) => `the resource '${uriOf(resource)}' was removed`,
    help: ({ resource }) => `keep its URI: ${uriOf(resource)}`,
    explain: {
      why: "Clients know a resource by its URI; reading it is an error now.",
      bad: "uri: notes://tone   # was notes://style",
      good: "uri: notes://style   # name and title may change",
    },
  }),
  rule("resource-added", "resource-added", "INFO", ["CALL"], {
    mirror: "resource-removed",
    message: ({ resource }) => `there is a resource '${uriOf(resource)}' now`,
    explain: {
      why: "Additive.",
      bad: "# schema/resources/style.yaml was added",
      good: "# schema/resources/style.yaml is unchanged",
    },
  }),
  rule("resource-type-changed", "resource-kept", "WARN", ["RESULT"], {
    mirror: "resource-type-changed",
    points: ["mimeType"],
    message: ({ base, head }) =>
      base.mimeType === head.mimeType
        ? undefined
        : `'${uriOf(head)}' is ${head.mimeType ?? "of no stated type"} instead of ${base.mimeType ?? "of no stated type"}`,
    help: ({ base }, context) => {
      const key = context.head.listed === true ? "mimeType" : "mime_type";
      return base.mimeType === undefined ? `leave ${key} out` : `keep ${key}: ${base.mimeType}`;
    },
    explain: {
      why: "Clients decide by it how to show or parse the contents.",
      bad: "mime_type: application/json   # was text/plain",
      good: "mime_type: text/plain   # unchanged",
    },
  }),
  rule("resource-text-changed", "resource-kept", "INFO", ["PROMPT"], {
    mirror: "resource-text-changed",
    points: ["text"],
    message: ({ base, head }) =>
      sameJson(resourceTexts(base), resourceTexts(head))
        ? undefined
        : `'${uriOf(head)}' has another text or description`,
    values: ({ base, head }) => [resourceTexts(base), resourceTexts(head)],
    explain: {
      why: "Models and people read it.",
      bad: "text: Long sentences.   # was Short sentences.",
      good: "text: Short sentences.   # unchanged",
    },
  }),
];

function names({ arguments: args }: Prompt): readonly string[] {
  return args.map(({ name }) => name);
}

function required({ arguments: args }: Prompt): readonly string[] {
  return args.filter((one) => one.required).map(({ name }) => name);
}

function promptTexts({ description, messages = [] }: Prompt) {
  return [description, ...messages.map(({ role, text }) => `${role}: ${text}`)];
}

function resourceTexts({ title = "", description, text = "" }: Resource) {
  return [title, description, text];
}

function uriOf({ uri, uriTemplate }: Resource): string {
  return uri ?? uriTemplate ?? "";
}
