import { errors } from "../../../generated/errors.ts";
import { namespaceProblem } from "../../services/namespaces/namespace.ts";

/** The error about a namespace that can't be one; undefined for none and for a good one. */
export function invalidNamespace(namespace: string | undefined) {
  const problem = namespace === undefined ? undefined : namespaceProblem(namespace);
  return namespace === undefined || problem === undefined ? undefined : errors.namespaceInvalid({ namespace, problem });
}

/** The place of an answer, for people. */
export function whereOf(namespace: string | undefined): string {
  return namespace === undefined ? "all namespaces" : `namespace ${namespace}`;
}
