import { ok, okList } from "pegboard/runtime";
import type { MemoryRecallObservations } from "../../../generated/contracts/memory_recall_observations.ts";
import type { ToolHandler } from "../deps.ts";
import { dateTime, milliseconds } from "../instant.ts";

export const memoryRecallObservations: ToolHandler<MemoryRecallObservations> = async (input, deps, call) => {
  const { recall_id: recallId, consumed: isUsed, since, until, limit } = input;
  const { found, more } = await deps.upkeep(call.session?.agent).observations({
    recallId,
    isUsed,
    since: since === undefined ? undefined : milliseconds(since),
    until: until === undefined ? undefined : milliseconds(until),
    limit,
  });
  return okList(found.length, (count) => {
    const observations = found.slice(0, count).map((row) => ({
      recall_id: row.recallId,
      memory_id: row.memoryId,
      title: row.title,
      rank: row.position + 1,
      at: dateTime(row.at),
      consumed: row.isUsed,
    }));
    return ok({ observations, count, more: more || count < found.length }, { where: "all namespaces" });
  });
};
