import { contextLine, ok, okList } from "pegboard/runtime";
import type { MemoryRecall, MemoryRecallInput } from "../../../generated/contracts/memory_recall.ts";
import { errors } from "../../../generated/errors.ts";
import type { FoundDecision } from "../../../generated/types.ts";
import type { Decisions } from "../../services/decisions/decisions.ts";
import { withControlsShown } from "../../services/namespaces/control-characters.ts";
import { namespaceProblem } from "../../services/namespaces/namespace.ts";
import type { Project } from "../../services/projects/project.ts";
import type { MemoryFilter } from "../../store/memory-search.ts";
import type { ToolHandler } from "../deps.ts";
import { notSearchedNotice, ofMemories } from "../encryption.ts";
import { standardLine, wireStandards } from "../governance/wire-standard.ts";
import { milliseconds } from "../instant.ts";
import { memoriesText } from "./memories-text.ts";
import { nothingFound } from "./nothing-found.ts";
import { findPlace } from "./place.ts";
import { type MemoryField, type ShownParts, shownMemories } from "./shown-memories.ts";
import { toonText } from "./toon-text.ts";
import { visibleTo } from "./visible-to.ts";
import { wireMemory } from "./wire-memory.ts";

export const memoryRecall: ToolHandler<MemoryRecall> = async (input, deps, call) => {
  const place = await findPlace(deps.projects, input, call.session);
  if (!place.ok) return place;
  const problem = input.as_agent === undefined ? undefined : namespaceProblem(input.as_agent);
  if (input.as_agent !== undefined && problem !== undefined) {
    return errors.namespaceInvalid({ namespace: input.as_agent, problem });
  }
  const sessionKey = sessionKeyOf(input, call.session?.id);
  if (input.session_default && sessionKey === undefined) call.notice("session_default: no session is open");

  const isFull = input.detail === "full";
  const memories = deps.memories(call.session?.agent);
  const request = {
    context: input.context,
    contextTokens: input.context_tokens ?? [],
    filter: filterOf(input, place.namespace),
    minScore: input.min_score,
    limit: input.limit,
    ...(input.budget_tokens === undefined ? {} : { budgetTokens: input.budget_tokens }),
    ...(sessionKey === undefined ? {} : { sessionKey }),
    ...(isFull || input.fields.includes("content") ? {} : { cut: memories.contentCut(input.context) }),
  };
  const recalled = await memories.recall(request, { signal: call.signal });
  if (recalled.unrecorded !== undefined) call.notice(`this recall was not recorded: ${recalled.unrecorded}`);
  if (recalled.wordsAlone !== undefined) call.notice(`found by words alone: ${recalled.wordsAlone}`);
  const standards = wireStandards(recalled.standards, memories);
  const left = notSearchedNotice(recalled.notSearched, ofMemories);
  if (left !== undefined) call.notice(left);
  const decisions = await decisionsOf(input, place, deps.decisions);
  const now = deps.now();
  const where = place.where ?? "all namespaces";
  const context = contextLine(call.session, where);
  return okList(recalled.hits.length, async (count) => {
    const [hits, others] = [recalled.hits.slice(0, count), recalled.hits.slice(count)];
    const cutBy = others.length > 0 ? "size" : recalled.cutBy;
    const more = cutBy !== undefined;
    const found = hits.map(({ memory, score, shown }) => ({
      ...wireMemory(memory, now),
      // Further digits cost tokens and say nothing.
      score: Math.round(score * 100) / 100,
      shown,
    }));
    const shown = shownMemories(found, shownParts(input, place.namespace));
    const hint =
      shown.length === 0 && !more && decisions.length === 0
        ? nothingFound(narrowing(input), recalled.nothing, left !== undefined, call.toolName)
        : undefined;
    const budget = {
      tokens_used: others.reduce((left, { tokens }) => left - tokens, recalled.tokensUsed),
      budget_overflow: recalled.budgetOverflow,
    };
    const value = {
      ...(isFull ? { recall_id: recalled.recallId } : {}),
      memories: shown,
      ...(decisions.length === 0 ? {} : { decisions }),
      ...(standards.length === 0 ? {} : { standards }),
      count: shown.length,
      more,
      ...(hint === undefined ? {} : { hint }),
      ...(isFull ? { mode: recalled.mode } : {}),
      ...(isFull && recalled.withoutVector !== undefined ? { without_vector: recalled.withoutVector } : {}),
      ...(isFull || input.budget_tokens !== undefined ? budget : {}),
    };
    if (input.format !== "json") {
      return ok(value, { where, text: await toonText({ ...value, _context: context }, "memories", input.format) });
    }
    // What was asked for beside the compact form is in the JSON.
    if (isFull || input.fields.length > 0) return ok(value, { where });
    const notes = [
      ...standards.map(standardLine),
      ...decisions.map(decisionLine),
      ...(hint === undefined ? [] : [hint]),
      ...(cutBy === undefined ? [] : [moreMatched[cutBy]]),
    ];
    return ok(value, { where, text: memoriesText(found, shown, { notes, context, now }) });
  });
};

const maxDecisions = 5;

/** None where a filter asks for what only memories have. */
async function decisionsOf(
  input: MemoryRecallInput,
  { namespace, project }: { readonly namespace: string | undefined; readonly project?: Project | undefined },
  decisions: Decisions,
): Promise<readonly FoundDecision[]> {
  const { kinds, budget_tokens: budget } = input;
  const isOfMemories = narrowing(input).some((name) => !["project", "kinds", "min_score"].includes(name));
  if (isOfMemories || budget === 0 || (namespace !== undefined && project === undefined)) return [];
  if (kinds !== undefined && !listOf(kinds).includes("decision")) return [];
  const { context, min_score: minScore } = input;
  const found = await decisions.answering({ context, projectId: project?.id, minScore, limit: maxDecisions });
  return found.map(({ id, label, title, status, project: name }) => ({ id, label, title, status, project: name }));
}

function decisionLine({ label, title, status, project }: FoundDecision): string {
  return `${label} (${status}${project === null ? "" : `, ${withControlsShown(project)}`}): ${withControlsShown(title)}`;
}

const moreMatched = {
  limit: "More matched: raise 'limit', or ask in more specific words.",
  budget: "More matched: raise 'budget_tokens', or ask in more specific words.",
  size: "More matched than one answer can hold: ask in more specific words.",
} as const;

function shownParts(input: MemoryRecallInput, namespace: string | undefined): ShownParts {
  const usual: readonly MemoryField[] = input.include_archived ? ["archived"] : [];
  return {
    detail: input.detail,
    fields: [...usual, ...input.fields],
    without: input.verbose_provenance ? undefined : "provenance",
    place: namespace,
  };
}

/** Names of the given params that leave memories out. */
function narrowing(input: MemoryRecallInput): readonly string[] {
  const given: readonly (keyof MemoryRecallInput)[] = [
    ...(["namespace", "project", "tags", "since", "until", "as_agent", "source_uri_prefix", "kinds"] as const),
    ...(["confidence_tier", "has_citations", "linked_task", "min_score"] as const),
  ];
  return given.filter((name) => input[name] !== undefined && input[name] !== false && input[name] !== 0);
}

/** Ids that callers make up and those of sessions never meet. */
function sessionKeyOf(input: MemoryRecallInput, openSession: string | undefined): string | undefined {
  if (input.session_id !== undefined && input.session_id !== "") return `given:${input.session_id}`;
  return input.session_default && openSession !== undefined ? `session:${openSession}` : undefined;
}

function filterOf(input: MemoryRecallInput, namespace: string | undefined): MemoryFilter {
  return {
    ...(namespace === undefined ? {} : { namespace: { path: namespace, below: true } }),
    ...(input.tags === undefined ? {} : { tags: typeof input.tags === "string" ? [input.tags] : input.tags }),
    ...(input.kinds === undefined ? {} : { kinds: listOf(input.kinds) }),
    ...(input.since === undefined ? {} : { since: milliseconds(input.since) }),
    ...(input.until === undefined ? {} : { until: milliseconds(input.until) }),
    ...(input.confidence_tier === undefined ? {} : { confidence: confidenceTiers[input.confidence_tier] }),
    ...(input.source_uri_prefix === undefined ? {} : { sourceUriPrefix: input.source_uri_prefix }),
    ...(input.has_citations ? { cited: true as const } : {}),
    ...(input.linked_task ? { linked: true as const } : {}),
    ...(input.as_agent === undefined ? {} : { visibleTo: visibleTo(input.as_agent) }),
    includeArchived: input.include_archived,
  };
}

const confidenceTiers = {
  confirmed: { from: 0.9, below: Number.POSITIVE_INFINITY },
  likely: { from: 0.6, below: 0.9 },
  ambiguous: { from: 0, below: 0.6 },
} as const;

function listOf(kinds: string | readonly string[]): readonly string[] {
  return typeof kinds === "string" ? kinds.split(",").map((kind) => kind.trim()) : kinds;
}
