import { parseDuration } from "../../contract/duration.ts";
import { type SpecNode, stringAt } from "../syntax/spec-node.ts";

/** `deadline: 90s` in milliseconds; undefined where the tool has none. */
export function deadlineOf(root: SpecNode | undefined): number | undefined {
  const text = stringAt(root, "deadline");
  return text === undefined ? undefined : parseDuration(text);
}
