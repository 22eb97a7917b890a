import { expect, it } from "vitest";
import { holdsOwnCode, portableMap } from "../../src/cli/source-maps.ts";

it.each<[boolean, readonly string[]]>([
  [true, ["src/host.ts"]],
  [true, ["node_modules/shout/main.cjs", "src/handlers/note/note_list.ts"]],
  [true, ["lib/prices.ts"]],
  [false, ["generated/.cache/registry.ts", "pegboard-build:catalog"]],
  [false, ["node_modules/shout/main.cjs", "../pegboard/dist/standalone/serve.js"]],
  [false, []],
])("a file has a map where it holds code of the project: %s %s", (expected, inputs) => {
  expect(holdsOwnCode(inputs)).toBe(expected);
});

it("keeps the places of the project in a map, and names no folder beside it", () => {
  const sources = [
    "../../src/host.ts",
    "../../../shared/node_modules/shout/main.cjs",
    "../../../../home/ann/pegboard/dist/runtime.js",
    "../../node_modules/adds/main.cjs",
  ];
  const map = { version: 3, sources, mappings: "AAAA", names: [] };
  expect(JSON.parse(portableMap(JSON.stringify(map), "../.."))).toEqual({
    ...map,
    sources: [
      "../../src/host.ts",
      "../../node_modules/shout/main.cjs",
      "../../node_modules/runtime.js",
      "../../node_modules/adds/main.cjs",
    ],
  });
});
