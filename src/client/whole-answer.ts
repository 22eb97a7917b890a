import type { StandardSchemaV1 } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject } from "../contract/json.ts";

/**
 * The "schema" that answers are read with: any object, as it came. The SDK's own leave out members that they do not know,
 * and refuse results that people should see to mend their server.
 * @see Standard Schema v1
 */
export const wholeAnswer: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": {
    version: 1,
    vendor: "pegboard",
    validate: (value) => (isJsonObject(value) ? { value } : { issues: [{ message: "the result is not an object" }] }),
  },
};
