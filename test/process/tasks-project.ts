import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { root } from "./run-pegboard.ts";

/** The notes fixture with tools that may be tasks: `note_export` where its caller wants, `note_rebuild` always. */
export function makeTasksProject(): Promise<NotesProject> {
  const catalog = readFileSync(join(root, "test", "fixtures", "notes", "schema", "catalog.yaml"), "utf8");
  return makeNotesProject({
    "schema/catalog.yaml": catalog.replace(/^server: \{/m, "server: { logging: true,"),
    "schema/tools/note/note_export.yaml": tool("note_export", "optional"),
    "schema/tools/note/note_rebuild.yaml": tool("note_rebuild", "required"),
    "src/handlers/note/note_export.ts": handler("NoteExport", "note_export", "noteExport"),
    "src/handlers/note/note_rebuild.ts": handler("NoteRebuild", "note_rebuild", "noteRebuild"),
  });
}

const tool = (name: string, tasks: string) => `name: ${name}
title: Export notes
tier: essential
since: 0.1.0
stability: experimental
summary: Write all notes into a file.
session: none
tasks: ${tasks}
effects: { read_only: true, destructive: false, idempotent: true, open_world: false }
params:
  format: { type: enum, values: [csv, json], default: csv, description: Form of the file }
  asks: { type: boolean, default: false, description: Ask the user for a title }
  steps: { type: integer, min: 0, max: 9, default: 0, description: How often progress is reported }
  waits: { type: boolean, default: false, description: Do not end before the call is cancelled }
  fails: { type: boolean, default: false, description: Fail }
result:
  type: object
  fields:
    file: { type: string, required: true, description: Its name }
errors: [NOTE_EXISTS]
guidance:
  use_when: [Somebody wants the notes in a file]
examples:
  - title: As CSV
    arguments: {}
    result: { file: notes.csv }
`;

const handler = (type: string, name: string, exported: string) => `import { ok } from "pegboard/runtime";
import type { ${type} } from "../../../generated/contracts/${name}.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";

export const ${exported}: ToolHandler<${type}> = async (input, _deps, call) => {
  for (let step = 1; step <= input.steps; step++) call.progress(step, input.steps, \`step \${step}\`);
  if (input.waits) {
    await new Promise((resolve) => call.signal.addEventListener("abort", resolve, { once: true }));
    process.stderr.write("the handler was stopped\\n");
  }
  if (input.fails) return errors.noteExists({ title: "Milk" });
  if (!input.asks) return ok({ file: \`notes.\${input.format}\` });
  const answer = await call.elicit({ message: "Which title?", fields: { title: { type: "string", required: true } } });
  return ok({ file: answer.reply === "accepted" ? answer.values.title : answer.reply });
};
`;
