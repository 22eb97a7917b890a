import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { root } from "./run-pegboard.ts";

/**
 * The notes fixture with everything that a server may offer beside tools: prompts, templates, completions, subscriptions, changes of
 * lists, a log for clients; and a tool that does what its param names.
 */
export function makeMethodsProject(): Promise<NotesProject> {
  const catalog = readFileSync(join(root, "test", "fixtures", "notes", "schema", "catalog.yaml"), "utf8");
  const offers = "server: { logging: true, subscriptions: true, list_changes: true,";
  return makeNotesProject({
    "schema/catalog.yaml": catalog.replace(/^server: \{/m, offers),
    "schema/prompts/note_review.yaml": prompt,
    "schema/tools/note/note_act.yaml": tool,
    "src/handlers/note/note_act.ts": handler,
    "src/handlers/deps.ts": deps,
    "src/host.ts": host,
  });
}

const prompt = `name: note_review
title: Review a note
description: Asks the model to review a note
arguments:
  title: { description: Its title, required: true, completion: [rain, rye, river] }
  tone: { description: How to say it }
messages:
  - text: "Review the note '{{title}}'. {{tone}}"
`;

const tool = `name: note_act
title: Do one thing
tier: essential
since: 0.1.0
stability: experimental
summary: Do what the param names.
session: none
effects: { read_only: true, destructive: false, idempotent: true, open_world: false }
params:
  what:
    type: enum
    values: [change, log, progress, form, sample, roots, wait]
    required: true
    description: What to do
result: { type: string, description: What was done }
errors: []
guidance:
  use_when: [Something has to happen]
examples:
  - title: Write into the log
    arguments: { what: log }
    result: {}
`;

// What is sent during a call is on the wire before its answer: otherwise a transcript could come out in two ways.
const handler = `import { setTimeout as sleep } from "node:timers/promises";
import { ok } from "pegboard/runtime";
import type { NoteAct } from "../../../generated/contracts/note_act.ts";
import type { ToolHandler } from "../deps.ts";

export const noteAct: ToolHandler<NoteAct> = async ({ what }, deps, call) => {
  switch (what) {
    case "change":
      call.resourceUpdated("notes://rain");
      await sleep(50);
      deps.listChanged();
      await sleep(50);
      return ok("changed");
    case "log":
      call.log.debug?.("a detail");
      call.log.info("a line", { notes: 2 });
      call.log.error("a failure");
      return ok("logged");
    case "progress":
      call.progress(1, 2, "half");
      await sleep(20);
      call.progress(2, 2);
      return ok("done");
    case "form": {
      const answer = await call.elicit({ message: "Which title?", fields: { title: { type: "string", required: true } } });
      return ok(answer.reply === "accepted" ? answer.values.title : answer.reply);
    }
    case "sample":
      return ok((await call.sample({ prompt: "A title for a note on rain?", maxTokens: 20 })).text);
    case "roots":
      return ok((await call.roots()).map(({ uri }) => uri).join(" "));
    case "wait":
      call.progress(0, 1);
      await new Promise((resolve) => call.signal.addEventListener("abort", resolve, { once: true }));
      return ok("stopped");
  }
};
`;

const deps = `import type { Contract, Handler } from "pegboard/runtime";

export interface Note {
  readonly title: string;
  readonly text: string;
}

export interface Deps {
  readonly notes: Map<string, Note>;
  readonly listChanged: () => void;
}

export type ToolHandler<C extends Contract> = Handler<C, Deps>;
`;

const host = `import type { OpenHost } from "pegboard/runtime";
import type { Deps } from "./handlers/deps.ts";

const titles = ["rain", "rye", "river"];

export const openHost: OpenHost<Deps> = ({ changes }) => ({
  deps: { notes: new Map(), listChanged: changes.resourceListChanged },
  resources: {
    list: async () => ({ entries: [{ uri: "notes://rain", name: "rain", mimeType: "text/plain" }] }),
    templates: async () => ({ entries: [{ uriTemplate: "notes://{title}", name: "note" }] }),
    read: async (uri) => (uri === "notes://rain" ? { uri, mimeType: "text/plain", text: "It rains." } : undefined),
    complete: async (template, variable, { value }) =>
      template === "notes://{title}" && variable === "title" ? titles.filter((title) => title.startsWith(value)) : undefined,
    subscribe: async (uri) => uri === "notes://rain",
    unsubscribe: async () => undefined,
  },
  close: async () => undefined,
});
`;
