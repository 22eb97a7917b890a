import { errors } from "../../../generated/errors.ts";
import type { Place } from "../../services/namespaces/namespace.ts";

/** The error that a place which is none is answered with. */
export function placeError(place: Extract<Place, { kind: "invalid" | "conflict" }>) {
  return place.kind === "invalid"
    ? errors.namespaceInvalid({ namespace: place.given, problem: place.problem })
    : errors.namespaceConflict({ namespace: place.namespace, project: place.project });
}
