import type { DecisionRow } from "../../store/decision-rows.ts";
import type { ReadableRows } from "../../store/store.ts";
import { slug } from "../namespaces/namespace.ts";
import { type AdrFile, writeAdr } from "./adr-file.ts";

/** What the file of one decision should say. */
export interface ExportedDecision {
  readonly id: string;
  readonly number: number;
  /** Name of a new file. */
  readonly name: string;
  readonly text: string;
  /** Text of the file when it was last exported or imported. */
  readonly before: string | null;
}

export async function exportDecisions(
  { decisions }: ReadableRows,
  projectId: string | null,
): Promise<readonly ExportedDecision[]> {
  return (await decisions.ofProject(projectId)).map((row) => ({
    id: row.id,
    number: row.number,
    name: fileName(row),
    text: documentOf(row),
    before: row.document,
  }));
}

/** The file of a decision as it should be now. */
export function documentOf(row: DecisionRow): string {
  const { number, document, decidedAt, createdAt } = row;
  const date = new Date(decidedAt ?? createdAt).toISOString().slice(0, 10);
  return writeAdr(document ?? undefined, adrOf(row), { number, date });
}

export function adrOf(row: DecisionRow): AdrFile {
  const { title, status, area, context, description, consequences, supersedes, supersededBy } = row;
  return { title, status, area, context, description, consequences, supersedes, supersededBy };
}

const maxSlugLength = 60;

function fileName({ number, title }: DecisionRow): string {
  const words = slug(title)?.slice(0, maxSlugLength).replaceAll(/[.-]+/g, "-").replaceAll(/^-|-$/g, "") ?? "";
  return `${String(number).padStart(4, "0")}${words === "" ? "" : `-${words}`}.md`;
}
