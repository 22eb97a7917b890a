import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { matchUri, parseUriTemplate, type UriTemplate } from "../../src/contract/uri-template.ts";

const variable = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/);
const words = fc.stringMatching(/^[a-z0-9.-]{0,5}$/);

/** A template in which a character that no encoded value has comes before and after each variable, and values for it. */
const filled = fc
  .uniqueArray(variable, { minLength: 1, maxLength: 4 })
  .chain((names) =>
    fc.tuple(
      fc.constant(names),
      fc.array(words, { minLength: names.length, maxLength: names.length }),
      fc.array(fc.string({ minLength: 1, unit: "grapheme" }), { minLength: names.length, maxLength: names.length }),
    ),
  );

function expand({ parts }: UriTemplate, values: Readonly<Record<string, string>>): string {
  return parts
    .map((part) => (typeof part === "string" ? part : encodeURIComponent(values[part.variable] ?? "")))
    .join("");
}

describe("a URI template", () => {
  it("finds again the values that made a URI", () => {
    fc.assert(
      fc.property(filled, ([names, between, texts]) => {
        const template = parseUriTemplate(`x:${names.map((name, at) => `/${between[at]}/{${name}}`).join("")}`);
        expect(template.problem).toBeUndefined();
        const values = Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ""]));
        expect(matchUri(template, expand(template, values))).toEqual(values);
      }),
    );
  });

  it("takes any text as a URI without an error, and only whole ones", () => {
    const template = parseUriTemplate("x://a/{id}/b{part}.md");
    fc.assert(
      fc.property(fc.string(), (tail) => {
        const values = matchUri(template, `x://a/${tail}`);
        if (values !== undefined) expect(Object.values(values).join("")).not.toBe("");
      }),
    );
  });

  test.each([
    ["x://{a}/{b}", "x://1/2", { a: "1", b: "2" }],
    ["x://{a}-{b}.md", "x://1-2-3.md", { a: "1", b: "2-3" }],
    ["x://{a}", "x://%C3%A4%2F..", { a: "ä/.." }],
    ["x://{a}", "x://", undefined],
    ["x://{a}", "x://1/2", undefined],
    ["x://{a}", "x://1?q", undefined],
    ["x://{a}", "x://%E4", undefined],
    ["x://{a}/end", "x://1/end/end", undefined],
    ["x://{a}/end", "x://1", undefined],
    ["x://{a}", "y://1", undefined],
  ])("%s and %s", (template, uri, values) => {
    expect(matchUri(parseUriTemplate(template), uri)).toEqual(values);
  });

  test.each([
    ["x://{a", "has a brace without its other half"],
    ["x://a}", "has a brace without its other half"],
    ["x://{+a}", "has '{+a}'; a variable is one name such as {id}"],
    ["x://{}", "has '{}'; a variable is one name such as {id}"],
    ["x://{a}/{a}", "has '{a}' twice"],
    ["x://{a}{b}", "has nothing before '{b}' to tell it by"],
    ["x://a", "has no variable; write it as uri"],
  ])("%s is refused", (template, problem) => {
    expect(parseUriTemplate(template).problem).toBe(problem);
  });
});
