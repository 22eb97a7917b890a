import { expect, test } from "vitest";
import { toolPage } from "../../src/compiler/emit/docs/tool-page.ts";
import { richCatalog, tool } from "./rich-catalog.ts";

test("the page of a tool shows what must be confirmed under the names of callers", () => {
  const message = "remove {n} of {sel_one}, {n} at most";
  const confirm = { when: { act: "del" }, message, spelled: { sel_one: "selOne", n: "sel_one" } };
  expect(toolPage(tool("note_drop", { confirm }), richCatalog()).confirm).toBe(
    "When `act` is `del`: remove {sel_one} of {selOne}, {sel_one} at most",
  );
});
