import type { Store, WritableRows } from "../store/store.ts";

/**
 * Does the work in one transaction. A dry run does all of it and takes it back, so that what it says is what would happen.
 * @throws what the work throws
 */
export async function writeOrTry<Outcome>(
  store: Store,
  dryRun: boolean,
  work: (rows: WritableRows) => Promise<Outcome>,
): Promise<Outcome> {
  let tried: { readonly outcome: Outcome } | undefined;
  try {
    return await store.write(async (rows) => {
      const outcome = await work(rows);
      if (!dryRun) return outcome;
      tried = { outcome };
      throw new TakenBack();
    });
  } catch (error) {
    if (error instanceof TakenBack && tried !== undefined) return tried.outcome;
    throw error;
  }
}

class TakenBack extends Error {}
