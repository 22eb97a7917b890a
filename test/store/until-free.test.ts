import { expect, it, vi } from "vitest";
import { SqliteError } from "../../src/sqlite/database.ts";
import { untilFree } from "../../src/sqlite/until-free.ts";

// A signal that lives as long as the store keeps a trace of every signal that was made of it, so none is made without need.
it("makes a signal for a pause alone", async () => {
  const made = vi.spyOn(AbortSignal, "any");
  const patience = { patienceMs: 1000, stop: new AbortController().signal };
  expect(await untilFree(() => "read", patience)).toBe("read");
  expect(made).not.toHaveBeenCalled();
  let tries = 0;
  const attempt = () => {
    if (++tries === 1) throw new SqliteError("locked", "SQLITE_BUSY");
    return "read";
  };
  expect(await untilFree(attempt, patience)).toBe("read");
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
});
