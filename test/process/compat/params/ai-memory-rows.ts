import { aiMemoryCoreRows } from "./ai-memory-core-rows.ts";
import { aiMemoryGraphRows } from "./ai-memory-graph-rows.ts";
import { aiMemoryLifeRows } from "./ai-memory-life-rows.ts";
import { aiMemoryMadeRows } from "./ai-memory-made-rows.ts";
import { aiMemoryMessageRows } from "./ai-memory-message-rows.ts";
import { aiMemoryReflectionRows } from "./ai-memory-reflection-rows.ts";
import { aiMemoryUpkeepRows } from "./ai-memory-upkeep-rows.ts";
import type { ParamRow } from "./param-client.ts";

/** Those that count, collect or purge everything come last. */
export const aiMemoryRows: readonly ParamRow[] = [
  ...aiMemoryCoreRows,
  ...aiMemoryGraphRows,
  ...aiMemoryMessageRows,
  ...aiMemoryReflectionRows,
  ...aiMemoryMadeRows,
  ...aiMemoryUpkeepRows,
  ...aiMemoryLifeRows,
];
