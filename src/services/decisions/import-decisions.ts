import { randomUUID } from "node:crypto";
import type { DecisionRow } from "../../store/decision-rows.ts";
import type { ReadableRows, Store, WritableRows } from "../../store/store.ts";
import { controlInLine } from "../namespaces/control-characters.ts";
import { type AdrFile, differences, readAdr, sameAdr } from "./adr-file.ts";
import { type DecisionWriter, plainTexts, stateOf } from "./change-decision.ts";
import { decisionLabel } from "./decision.ts";
import { adrOf } from "./export-decisions.ts";

/** A person imports, so that a file may change the status too. */
export interface ImportDecisions {
  /** null: decisions without a project. */
  readonly projectId: string | null;
  readonly files: readonly ImportedFile[];
  /** Where a file and the store have both changed since they were last the same, the file counts. */
  readonly force: boolean;
  /** Only tells what would be done. */
  readonly dryRun: boolean;
  readonly writer: DecisionWriter;
}

export interface ImportedFile {
  readonly name: string;
  readonly number: number;
  readonly text: string;
}

export interface FileOutcome {
  readonly name: string;
  readonly number: number;
  readonly outcome: "created" | "updated" | "unchanged" | "conflict" | "refused";
  /** What changed on both sides, or why the file is refused, in words. */
  readonly detail?: string;
}

interface Plan extends FileOutcome {
  readonly file: ImportedFile;
  readonly said?: AdrFile;
  readonly row?: DecisionRow | undefined;
}

/** All files that are neither in conflict nor refused, in one transaction. */
export async function importDecisions(
  store: Store,
  request: ImportDecisions,
  at: number,
): Promise<readonly FileOutcome[]> {
  if (request.dryRun) return (await store.read((rows) => planImport(rows, request))).map(outcomeOf);
  return await store.write(async (rows) => {
    const plans = await planImport(rows, request);
    for (const plan of plans) await takeOver(rows, request, plan, at);
    // After all of them are there.
    for (const plan of plans) await link(rows, request.projectId, plan, at);
    return plans.map(outcomeOf);
  });
}

function outcomeOf({ name, number, outcome, detail }: Plan): FileOutcome {
  return { name, number, outcome, ...(detail === undefined ? {} : { detail }) };
}

async function planImport({ decisions }: ReadableRows, request: ImportDecisions): Promise<readonly Plan[]> {
  const rows = await decisions.ofProject(request.projectId);
  const numbers = new Set([...rows, ...request.files].map(({ number }) => number));
  return request.files.map((file): Plan => {
    const { name, number, text } = file;
    const plan = (outcome: FileOutcome["outcome"], more: Partial<Plan> = {}): Plan => {
      return { name, number, outcome, file, ...more };
    };
    if (request.files.filter((other) => other.number === number).length > 1) {
      return plan("refused", { detail: `another file is ${decisionLabel(number)} too` });
    }
    const row = rows.find((one) => one.number === number);
    if (row?.document === text) return plan("unchanged", { row });
    const read = readAdr(text);
    if ("problem" in read) return plan("refused", { detail: read.problem });
    const control = controlInLine(`${read.title}${read.area}`);
    if (control !== undefined) return plan("refused", { detail: `its title or area holds ${control}` });
    const said = { ...read, ...plainTexts(textsOf(read)) };
    const missing = [...said.supersedes, said.supersededBy ?? number].find((one) => !numbers.has(one));
    if (missing !== undefined) return plan("refused", { detail: `${decisionLabel(missing)} is not there` });
    if (said.supersededBy === number || said.supersedes.includes(number)) {
      return plan("refused", { detail: "it takes its own place" });
    }
    if (row === undefined) return plan("created", { said });
    const ours = adrOf(row);
    if (sameAdr(said, ours)) return plan("unchanged", { said, row });
    const before = row.document === null ? undefined : readAdr(row.document);
    const isOurs = before !== undefined && !("problem" in before) && sameAdr(before, ours);
    if (isOurs || request.force) return plan("updated", { said, row });
    return plan("conflict", { detail: `both changed: ${differences(said, ours).join(", ")}` });
  });
}

async function takeOver(
  { decisions, activity }: WritableRows,
  { projectId, writer }: ImportDecisions,
  plan: Plan,
  at: number,
): Promise<void> {
  const { file, said, row, outcome } = plan;
  if (said === undefined) return;
  const id = row?.id ?? randomUUID();
  if (outcome === "created") {
    const facts = { id, projectId, number: file.number, source: "import" as const, createdAt: at };
    const { agent: createdBy, session } = writer;
    await decisions.insert({ ...textsOf(said), ...facts, status: said.status, createdBy, session });
  } else if (outcome === "updated" && row !== undefined) {
    await decisions.edit(id, textsOf(said));
    const decided = row.status === said.status ? {} : { status: said.status, decidedBy: writer.agent, decidedAt: at };
    await decisions.update(id, { ...stateOf(row), ...decided, updatedAt: at });
  }
  await decisions.keepDocument(id, file.text);
  if (outcome !== "unchanged") await activity.append({ ...writer, at, event: "decision_imported", subject: id });
}

/** Only what the file changed: links are written in both files, and the other one may not have been exported since. */
async function link({ decisions }: WritableRows, projectId: string | null, { said, row, number }: Plan, at: number) {
  if (said === undefined) return;
  const id = row?.id ?? (await idOf(decisions, projectId, number));
  if (id === undefined) return;
  if (said.supersededBy !== (row?.supersededBy ?? null)) {
    const by = said.supersededBy === null ? null : await idOf(decisions, projectId, said.supersededBy);
    await decisions.supersede(id, by ?? null);
  }
  const before = row?.supersedes ?? [];
  for (const other of new Set([...before, ...said.supersedes])) {
    if (before.includes(other) === said.supersedes.includes(other)) continue;
    const [earlier] = await decisions.byNumber(other, projectId, 1);
    if (earlier === undefined) continue;
    await decisions.supersede(earlier.id, said.supersedes.includes(other) ? id : null);
    await decisions.update(earlier.id, { ...stateOf(earlier), updatedAt: at });
  }
}

async function idOf(decisions: ReadableRows["decisions"], projectId: string | null, number: number) {
  return (await decisions.byNumber(number, projectId, 1))[0]?.id;
}

function textsOf({ title, area, context, description, consequences }: AdrFile) {
  return { title, area, context, description, consequences };
}
