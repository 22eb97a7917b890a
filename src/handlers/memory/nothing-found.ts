/**
 * What to say where nothing was found, and what to try.
 * @param narrowing names of the params that left memories out
 */
export function nothingFound(narrowing: readonly string[]): string {
  const wider = narrowing.length === 0 ? "" : `, leave out ${narrowing.join(", ")}`;
  return `Nothing that is stored matches. Try other words for it${wider}, or see what there is with memory_list.`;
}
