import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Field } from "../../src/compiler/catalog/catalog.ts";
import type { TypeNode } from "../../src/compiler/catalog/type-node.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import { inputSchema, outputSchema } from "../../src/compiler/schema/json-schema.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import type { Json } from "../../src/contract/json.ts";
import { anyType, catalog as empty, toolWith, valuesNear } from "../schema/arbitraries.ts";
import { catalogOf } from "./cases.ts";

const runs = { numRuns: 300 };

const fields = fc
  .uniqueArray(fc.tuple(fc.constantFrom("title", "body", "toString", "__proto__"), anyType, fc.boolean()), {
    minLength: 1,
    maxLength: 3,
    selector: ([name]) => name,
  })
  .map((all): readonly Field[] => all.map(([name, type, required]) => ({ name, type, required })));

const object = (list: readonly Field[]): TypeNode => ({ kind: "object", fields: list, open: false });

/** Another version of some fields: one of them replaced, dropped, or changed in its presence. */
const pairs = fields.chain((base) =>
  fc
    .tuple(fc.nat(base.length - 1), anyType, fc.constantFrom("type", "required", "drop", "limit"))
    .map(([index, type, how]) => {
      const head = base.flatMap((field, at): Field[] => {
        if (at !== index) return [field];
        if (how === "drop") return [];
        if (how === "required") return [{ ...field, required: !field.required }];
        if (how === "limit" && field.type.kind === "string")
          return [{ ...field, type: { ...field.type, maxLength: 2 } }];
        return [{ ...field, type }];
      });
      return [base, head] as const;
    }),
);

const withValues = pairs.chain(([base, head]) =>
  fc.tuple(fc.constant(base), fc.constant(head), fc.array(valuesNear(object(base)), { minLength: 8, maxLength: 8 })),
);

/** The same value with the keys of every object turned round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, child]) => [key, turned(child)]),
  );
}

test("a catalog does not differ from itself, whatever the order of its keys", () => {
  fc.assert(
    fc.property(fields, fields, (params, result) => {
      const catalog = catalogOf([toolWith(params, { result: object(result) })]);
      const copy = turned(catalog) as typeof catalog; // the same catalog, key by key
      expect(diff(catalog, copy).changes).toEqual([]);
    }),
    runs,
  );
});

describe("without a finding of at least WARN", () => {
  test("every call that was valid still is", () => {
    fc.assert(
      fc.property(withValues, ([base, head, values]) => {
        const was = toolWith(base);
        const is = toolWith(head);
        const report = diff(catalogOf([was]), catalogOf([is]));
        if (report.changes.some((one) => one.severity !== "INFO" && one.categories.includes("CALL"))) return;
        // Params that no schema names are dropped on the way, so the remembered schema is read as closed.
        const inBase = compileCheck({ ...inputSchema(was, empty, false), additionalProperties: false });
        const inHead = compileCheck(inputSchema(is, empty, false));
        expect(escaped(values, inBase, inHead)).toEqual([]);
      }),
      runs,
    );
  });

  test("every result fits what readers remember", () => {
    fc.assert(
      fc.property(withValues, ([head, base, values]) => {
        const was = toolWith([], { result: object(base) });
        const is = toolWith([], { result: object(head) });
        const report = diff(catalogOf([was]), catalogOf([is]));
        if (report.changes.some((one) => one.severity !== "INFO" && one.categories.includes("RESULT"))) return;
        expect(
          escaped(values, compileCheck(outputSchema(is, empty, false)), compileCheck(outputSchema(was, empty, false))),
        ).toEqual([]);
      }),
      runs,
    );
  });
});

function escaped(
  values: readonly Json[],
  from: (value: unknown) => boolean,
  to: (value: unknown) => boolean,
): readonly Json[] {
  return values.filter((value) => from(value) && !to(value));
}
