import { isJsonObject } from "../contract/json.ts";

/** How a question reaches the client: as a result that it answers with another request, as a request of the server, or not. */
export type ElicitationMode = "by-result" | "by-request" | "none";

/** @param declared the client's capabilities */
export function modeFor(isModern: boolean, declared: unknown): ElicitationMode {
  if (!isJsonObject(declared) || !supportsForms(declared.elicitation)) return "none";
  return isModern ? "by-result" : "by-request";
}

/** An empty declaration means forms, as before there were modes. */
function supportsForms(elicitation: unknown): boolean {
  return isJsonObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined);
}
