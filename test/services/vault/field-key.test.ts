import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldKey } from "../../../src/services/vault/field-key.ts";
import { FieldDamaged, type FieldPlace } from "../../../src/store/vault.ts";
import { lawCases } from "../../law-cases.ts";

const dataKey = fc.uint8Array({ minLength: 32, maxLength: 32 });
const text = fc.string({ unit: "grapheme", maxLength: 300 });
const place: fc.Arbitrary<FieldPlace> = fc.record({
  table: fc.constantFrom("memories", "tasks", "task_notes", "entity_names"),
  id: fc.uuid(),
  field: fc.constantFrom("title", "content", "metadata", "description", "name"),
});
const cases = { numRuns: lawCases(300) };

test("what is sealed is opened at its place by its key, and looks different each time", () => {
  fc.assert(
    fc.property(dataKey, place, text, (bytes, where, given) => {
      const key = fieldKey(bytes);
      const [sealed, again] = [key.seal(where, given), key.seal(where, given)];
      expect(key.open(where, sealed)).toBe(given);
      expect(fieldKey(bytes).open(where, again)).toBe(given);
      expect(sealed).not.toEqual(again);
      if (Buffer.byteLength(given) > 3) expect(Buffer.from(sealed).includes(given)).toBe(false);
    }),
    cases,
  );
});

test("nothing that was changed, copied to another place or sealed with another key is opened", () => {
  fc.assert(
    fc.property(
      dataKey,
      place,
      place,
      text,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (bytes, where, other, given, at, by) => {
        const key = fieldKey(bytes);
        const sealed = Uint8Array.from(key.seal(where, given));
        const isElsewhere = JSON.stringify(other) !== JSON.stringify(where);
        if (isElsewhere) expect(() => key.open(other, sealed)).toThrow(FieldDamaged);
        expect(() => fieldKey(Uint8Array.from(bytes, (byte) => byte ^ by)).open(where, sealed)).toThrow(FieldDamaged);
        expect(() => key.open(where, sealed.slice(0, at % sealed.length))).toThrow(FieldDamaged);
        const index = at % sealed.length;
        sealed[index] = (sealed[index] ?? 0) ^ by;
        expect(() => key.open(where, sealed)).toThrow(FieldDamaged);
      },
    ),
    cases,
  );
});

test("a blind text is the same for the same text and key only, and has nothing of the text", () => {
  fc.assert(
    fc.property(dataKey, text, text, (bytes, one, other) => {
      const key = fieldKey(bytes);
      expect(key.blind(one) === key.blind(other)).toBe(one === other);
      expect(key.blind(one)).toBe(fieldKey(bytes).blind(one));
      expect(fieldKey(Uint8Array.from(bytes, (byte) => byte ^ 1)).blind(one)).not.toBe(key.blind(one));
      expect(key.blind(one)).toMatch(/^[\w-]{43}$/);
    }),
    cases,
  );
});
