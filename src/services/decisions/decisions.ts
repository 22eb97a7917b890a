import { randomUUID } from "node:crypto";
import type { DecisionList, DecisionRow, DecisionSource, DecisionTexts } from "../../store/decision-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import { type Lookup, lookUp } from "../names/look-up.ts";
import { type BadCursor, type Page, type PageRequest, pageOf } from "../paging/page.ts";
import type { ServiceOptions } from "../service-options.ts";
import { type AskDecisions, answeringDecisions } from "./answering-decisions.ts";
import { type ChangeDecision, changeDecision, type DecisionWriter, plainTexts, refusalOf } from "./change-decision.ts";
import { type Decision, decisionAt, decisionLabel, decisionOf, labelNumber } from "./decision.ts";
import { exportDecisions } from "./export-decisions.ts";
import { type ImportDecisions, importDecisions } from "./import-decisions.ts";

// Decisions: records of what was decided and why, numbered in each project. Times are milliseconds since 1970.

export type Decisions = ReturnType<typeof storedDecisions>;

export interface ListDecisions extends PageRequest, Pick<DecisionList, "projectId" | "status" | "area" | "query"> {}

export interface CreateDecision extends DecisionTexts {
  /** null: it belongs to no project. */
  readonly projectId: string | null;
  readonly status: "draft" | "proposed";
  readonly source: DecisionSource;
  readonly writer: DecisionWriter;
}

/** Anything but `created`: nothing was written. */
export type CreatedDecision =
  | { readonly status: "created"; readonly decision: Decision }
  | { readonly status: "project_not_found" | "project_archived" };

const maxCandidates = 5;

export function storedDecisions({ store, clock }: ServiceOptions) {
  return {
    /**
     * By id, by its number ("ADR-0007", "7"), or by the first four characters of the id or more.
     * @param projectId only decisions of this project; undefined: of all; null: a number is of no project, and an id of any
     */
    find: (text: string, projectId: string | null | undefined): Promise<Lookup<Decision>> =>
      store.read((rows) => findDecision(rows, text, projectId)),
    /** Newest first. Every filter acts before the limit. */
    async list(request: ListDecisions): Promise<Page<Decision> | BadCursor> {
      const { projectId, status, area, limit, cursor } = request;
      const query = request.query === "" ? undefined : request.query;
      const filter = { projectId, status, area, query };
      return await pageOf<DecisionRow, Decision>({
        list: ["decisions", { ...filter, projectId: projectId ?? (projectId === null ? "" : undefined) }],
        cursor,
        limit,
        keyLength: 1,
        keyOf: ({ row }) => [row],
        fetch: (after, max) =>
          store.read(({ decisions }) => decisions.list({ ...filter, limit: max, before: after?.[0] })),
        itemOf: decisionOf,
      });
    },
    /** Those that answer a question, best first. */
    answering: (request: AskDecisions) => store.read((rows) => answeringDecisions(rows, request)),
    /** Of one project (null: of none), by number. */
    all: (projectId: string | null): Promise<readonly Decision[]> =>
      store.read(async ({ decisions }) => (await decisions.ofProject(projectId)).map(decisionOf)),
    /** Its number is the next one of its project: counted in the transaction that writes it, so there are no gaps. */
    create: (request: CreateDecision): Promise<CreatedDecision> =>
      store.write((rows) => createDecision(rows, request, clock())),
    /** What `change` would refuse, so that the user is not asked in vain. @returns undefined: nothing */
    refusal: (request: Parameters<typeof refusalOf>[1]) => store.read((rows) => refusalOf(rows, request)),
    change: (request: ChangeDecision) => store.write((rows) => changeDecision(rows, request, clock())),
    /** What happened to a decision, newest first. */
    history: (decisionId: string, limit: number) =>
      store.read(async ({ activity }) => {
        const lines = await activity.ofSubject(decisionId, limit);
        return lines.map(({ event, agent, at }) => ({ event, agent, at }));
      }),
    /** What the files of a project's decisions should say. */
    exported: (projectId: string | null) => store.read((rows) => exportDecisions(rows, projectId)),
    /** Records what was written. */
    keepExported: (documents: ReadonlyMap<string, string>) =>
      store.write(async ({ decisions }) => {
        for (const [id, document] of documents) await decisions.keepDocument(id, document);
      }),
    /** Takes over what people changed in files. */
    import: (request: ImportDecisions) => importDecisions(store, request, clock()),
  };
}

export async function createDecision(
  { projects, decisions, activity }: WritableRows,
  { projectId, status, source, writer, ...given }: CreateDecision,
  at: number,
): Promise<CreatedDecision> {
  const project = projectId === null ? undefined : await projects.byId(projectId);
  if (project === undefined && projectId !== null) return { status: "project_not_found" };
  if (project !== undefined && project.archivedAt !== null) return { status: "project_archived" };
  const { agent: createdBy, session } = writer;
  const id = randomUUID();
  const number = await decisions.nextNumber(projectId);
  const facts = { id, projectId, number, status, source, createdBy, session, createdAt: at };
  const { title, area, context, description, consequences } = given;
  await decisions.insert({ ...plainTexts({ title, area, context, description, consequences }), ...facts });
  await activity.append({ ...writer, at, event: "decision_created", subject: id });
  return { status: "created", decision: await decisionAt(decisions, id) };
}

async function findDecision(
  { decisions }: ReadableRows,
  text: string,
  projectId: string | null | undefined,
): Promise<Lookup<Decision>> {
  const isOurs = (row: DecisionRow) => typeof projectId !== "string" || row.projectId === projectId;
  const number = labelNumber(text);
  const numbered = number === undefined ? [] : await decisions.byNumber(number, projectId, maxCandidates);
  if (numbered.length > 1) return { status: "ambiguous", candidates: numbered.map(shown) };
  const byId = await decisions.byId(text.toLowerCase());
  return await lookUp(text, {
    whole: numbered[0] ?? (byId !== undefined && isOurs(byId) ? byId : undefined),
    byIdPrefix: async (prefix, limit) => (await decisions.byIdPrefix(prefix, limit)).filter(isOurs),
    labelOf: ({ title }) => title,
    thingOf: decisionOf,
  });
}

function shown({ number, title, project, id }: DecisionRow): string {
  return `${decisionLabel(number)} '${title}' in ${project ?? "no project"} (${id})`;
}
