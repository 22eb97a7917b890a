import { expect, expectTypeOf, it } from "vitest";
import { type InCamelCase, inCamelCase } from "../../src/runtime/index.ts";

// What a handler gets, handed to a function that was written before: its params have the names of JavaScript.

interface Input {
  readonly path: string;
  readonly include_hidden: boolean;
  readonly max_depth_2?: number;
}

it("an input has the names of JavaScript, in its type too", () => {
  const input: Input = { path: "a", include_hidden: true, max_depth_2: 3 };
  const given = inCamelCase(input);
  expectTypeOf(given).toEqualTypeOf<{
    readonly path: string;
    readonly includeHidden: boolean;
    readonly maxDepth2?: number;
  }>();
  expect(given).toEqual({ path: "a", includeHidden: true, maxDepth2: 3 });
});

it("members of members, and what is missing, stay as they are", () => {
  const input: Pick<Input, "path"> & { readonly by_field: object } = { path: "a", by_field: { sort_order: 1 } };
  expect(inCamelCase(input)).toEqual({ path: "a", byField: { sort_order: 1 } });
});

it("each case of an input with actions has its own", () => {
  type Cases = { readonly do_it: "now" } | { readonly do_it: "later"; readonly due_at: string };
  expectTypeOf<InCamelCase<Cases>>().toEqualTypeOf<
    { readonly doIt: "now" } | { readonly doIt: "later"; readonly dueAt: string }
  >();
  const later: Cases = { do_it: "later", due_at: "noon" };
  expect(inCamelCase<Cases>(later)).toEqual({ doIt: "later", dueAt: "noon" });
});
