import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pegboard, root } from "./run-pegboard.ts";

export interface NotesProject {
  readonly folder: string;
  remove(): void;
}

/**
 * The notes fixture, compiled, with further or other files: what a test needs of a catalog and no tool of ours has.
 * @param files by their path in the project
 */
export async function makeNotesProject(files: Readonly<Record<string, string>>): Promise<NotesProject> {
  const folder = mkdtempSync(join(tmpdir(), "pegboard-notes-"));
  const notes = join(root, "test", "fixtures", "notes");
  cpSync(join(notes, "schema"), join(folder, "schema"), { recursive: true });
  cpSync(join(notes, "written"), folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { code, stdout, stderr } = await pegboard(["generate", "--catalog", folder]);
  if (code !== 0) throw new Error(`${stdout}${stderr}`);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A tool that destroys: `note_delete {title}` → `{deleted}`. */
export const noteDelete = {
  "schema/tools/note/note_delete.yaml": `name: note_delete
title: Delete a note
tier: essential
since: 0.1.0
stability: experimental
summary: Delete a note for good.
session: none
effects: { read_only: false, destructive: true, idempotent: true, open_world: false }
confirm: { message: "delete the note '{title}' for good" }
params:
  title: { type: string, max_length: 80, required: true, description: Title of the note }
result:
  type: object
  fields:
    deleted: { type: boolean, required: true, description: Whether there was such a note }
errors: []
guidance:
  use_when: [A note is wrong]
examples:
  - title: Delete one
    arguments: { title: Milk, confirm: true }
    result: { deleted: false }
`,
  "src/handlers/note/note_delete.ts": `import { ok } from "pegboard/runtime";
import type { NoteDelete } from "../../../generated/contracts/note_delete.ts";
import type { ToolHandler } from "../deps.ts";

export const noteDelete: ToolHandler<NoteDelete> = async (input, deps) => ok({ deleted: deps.notes.delete(input.title) });
`,
} as const;
