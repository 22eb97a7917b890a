import { afterEach } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { objects, type ServedOptions, type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";

/** Starts built servers that end with the test that started them. */
export function serversOfTest(): (options: ServedOptions) => Promise<ServedWorkbench> {
  const served: ServedWorkbench[] = [];
  afterEach(async () => {
    for (const workbench of served.splice(0).reverse()) await workbench.close();
  });
  return async (options) => {
    const workbench = await serveWorkbench(options);
    served.push(workbench);
    return workbench;
  };
}

/** One field of each object of a list. */
export function titles(list: JsonObject[string] | undefined, field = "title"): readonly unknown[] {
  return objects(list).map((item) => item[field]);
}
