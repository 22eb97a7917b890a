import { expect, it } from "vitest";
import { MemoryUpdateInput } from "../../../generated/contracts/memory_update.ts";
import { problemOf } from "../../../src/services/memory-files/memory-file.ts";

// What a file may say is what `memory_update` takes: the limits of the schema hold for files too.

interface Limits {
  readonly maxLength: number;
  readonly maxItems: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly items: Limits;
}

/** The schema as clients read it. */
const published: { readonly properties: Readonly<Record<"title" | "content" | "tags" | "priority", Limits>> } =
  JSON.parse(JSON.stringify(MemoryUpdateInput));
const { title, content, tags, priority } = published.properties;
const whole = {
  title: "x".repeat(title.maxLength),
  namespace: undefined,
  tier: undefined,
  kind: undefined,
  priority: priority.maximum,
  tags: Array.from({ length: tags.maxItems }, () => "x".repeat(tags.items.maxLength)),
  content: "x".repeat(content.maxLength),
};

it("what is as large as the tool takes it is read, and one more of anything is refused", () => {
  expect(problemOf(whole, true)).toBeUndefined();
  expect(problemOf({ ...whole, priority: priority.minimum }, true)).toBeUndefined();
  for (const more of [
    { title: `${whole.title}x` },
    { content: `${whole.content}x` },
    { tags: [...whole.tags, "x"] },
    { tags: [`${whole.tags[0]}x`] },
    { priority: whole.priority + 1 },
    { priority: priority.minimum - 1 },
  ]) {
    expect(problemOf({ ...whole, ...more }, true), Object.keys(more).join()).toBeDefined();
  }
});
