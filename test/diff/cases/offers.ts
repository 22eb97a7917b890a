import type { Prompt, Resource } from "../../../src/compiler/catalog/offers.ts";
import { type Pair, root } from "./build.ts";

const note = { name: "note", description: "Title of the note", required: true };
const style = { name: "style", description: "How strict it is", required: false };
const prompt: Prompt = {
  name: "review",
  description: "Ask for a review",
  arguments: [note],
  messages: [{ role: "user", text: "Review {{note}}" }],
};
const resource: Resource = {
  name: "style",
  description: "How notes are written",
  uri: "notes://style",
  mimeType: "text/plain",
  text: "Short sentences",
};
const prompts = (base: Partial<Prompt>, head: Partial<Prompt>): Pair =>
  root({ prompts: [{ ...prompt, ...base }] }, { prompts: [{ ...prompt, ...head }] });
const resources = (base: Partial<Resource>, head: Partial<Resource>): Pair =>
  root({ resources: [{ ...resource, ...base }] }, { resources: [{ ...resource, ...head }] });

export const offerCases: { readonly [rule: string]: Pair } = {
  "prompt-removed": root({ prompts: [prompt] }, {}),
  "prompt-added": root({}, { prompts: [prompt] }),
  "prompt-argument-required": prompts(
    { arguments: [note, style] },
    { arguments: [note, { ...style, required: true }] },
  ),
  "prompt-argument-optional": prompts({ arguments: [note] }, { arguments: [{ ...note, required: false }] }),
  "prompt-argument-removed": prompts({ arguments: [note, style] }, {}),
  "prompt-argument-added": prompts({}, { arguments: [note, style] }),
  "prompt-text-changed": prompts({}, { messages: [{ role: "user", text: "Rewrite {{note}}" }] }),
  "resource-removed": root({ resources: [resource] }, {}),
  "resource-added": root({}, { resources: [resource] }),
  "resource-type-changed": resources({}, { mimeType: "text/markdown" }),
  "resource-text-changed": resources({}, { text: "Long sentences" }),
};

export const offerSilentCases: { readonly [rule: string]: Pair } = {
  "prompt-text-changed": prompts({}, { arguments: [note, style] }),
  "resource-type-changed": resources({}, { text: "Long sentences" }),
  "resource-text-changed": resources({}, { mimeType: "text/markdown" }),
};
