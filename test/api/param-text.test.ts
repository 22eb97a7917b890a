import { describe, expect, test } from "vitest";
import { headerText, type ParamForm, paramParts, pathText, percentEncoded } from "../../src/api/param-text.ts";
import type { Json } from "../../src/contract/json.ts";

// The table "Style Examples" of OpenAPI 3.1 (4.8.12.4): a text, a list and an object in each style.

const list = ["blue", "black", "brown"];
const object = { R: 100, G: 200, B: 150 };

const inQuery: readonly [form: ParamForm, value: Json, text: string][] = [
  [{}, "", "color="],
  [{}, "blue", "color=blue"],
  [{}, 1.5, "color=1.5"],
  [{}, false, "color=false"],
  [{}, list, "color=blue&color=black&color=brown"],
  [{}, object, "R=100&G=200&B=150"],
  [{ style: "form", explode: false }, list, "color=blue,black,brown"],
  [{ explode: false }, object, "color=R,100,G,200,B,150"],
  [{ style: "spaceDelimited" }, list, "color=blue%20black%20brown"],
  [{ style: "spaceDelimited" }, object, "color=R%20100%20G%20200%20B%20150"],
  [{ style: "pipeDelimited" }, list, "color=blue%7Cblack%7Cbrown"],
  [{ style: "pipeDelimited" }, object, "color=R%7C100%7CG%7C200%7CB%7C150"],
  [{ style: "pipeDelimited", explode: true }, list, "color=blue&color=black&color=brown"],
  [{ style: "deepObject" }, object, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
  [{ style: "deepObject" }, { a: { b: [1, 2] } }, "color%5Ba%5D%5Bb%5D=1&color%5Ba%5D%5Bb%5D=2"],
  // What has no form is left out: null, and what is empty.
  [{}, null, ""],
  [{}, [], ""],
  [{ explode: false }, {}, ""],
  [{}, ["a", null, "b"], "color=a&color=b"],
  [{ explode: false }, { R: null, G: 2 }, "color=G,2"],
  // OpenAPI specifies nothing for what is inside a value.
  [{}, [{ a: 1 }], "color=%7B%22a%22%3A1%7D"],
  // What separates is not encoded, and the same sign in a value is.
  [{ explode: false }, ["a,b", "c d&e=f"], "color=a%2Cb,c%20d%26e%3Df"],
];

test.each(inQuery)("in a query, %j of %j", (form, value, text) => {
  expect(paramParts("color", form, value).join("&")).toBe(text);
});

const inPath: readonly [form: ParamForm, value: Json, text: string | undefined][] = [
  [{}, "blue", "blue"],
  [{}, list, "blue,black,brown"],
  [{}, object, "R,100,G,200,B,150"],
  [{ explode: true }, list, "blue,black,brown"],
  [{ explode: true }, object, "R=100,G=200,B=150"],
  [{ style: "label" }, "blue", ".blue"],
  [{ style: "label" }, list, ".blue,black,brown"],
  [{ style: "label", explode: true }, list, ".blue.black.brown"],
  [{ style: "label" }, object, ".R,100,G,200,B,150"],
  [{ style: "label", explode: true }, object, ".R=100.G=200.B=150"],
  [{ style: "matrix" }, "", ";color"],
  [{ style: "matrix" }, "blue", ";color=blue"],
  [{ style: "matrix" }, list, ";color=blue,black,brown"],
  [{ style: "matrix", explode: true }, list, ";color=blue;color=black;color=brown"],
  [{ style: "matrix" }, object, ";color=R,100,G,200,B,150"],
  [{ style: "matrix", explode: true }, object, ";R=100;G=200;B=150"],
  [{}, "a/../b", "a%2F..%2Fb"],
  [{}, [], undefined],
  [{ style: "label" }, null, undefined],
];

test.each(inPath)("in a path, %j of %j", (form, value, text) => {
  expect(pathText("color", form, value)).toBe(text);
});

describe("in a header", () => {
  test("nothing is percent-encoded", () => {
    expect(headerText("X-Ids", {}, ["a b", "c/d"])).toBe("a b,c/d");
    expect(headerText("X-Ids", { explode: true }, object)).toBe("R=100,G=200,B=150");
    expect(headerText("X-Ids", {}, [])).toBeUndefined();
  });
});

test("all but the unreserved characters are encoded, and half a character has a form", () => {
  expect(percentEncoded("az-AZ_09.~")).toBe("az-AZ_09.~");
  expect(percentEncoded(" !'()*:/?#[]@$&+,;=%|")).toBe(
    "%20%21%27%28%29%2A%3A%2F%3F%23%5B%5D%40%24%26%2B%2C%3B%3D%25%7C",
  );
  expect(percentEncoded("ä\ud83d")).toBe("%C3%A4%EF%BF%BD");
});
