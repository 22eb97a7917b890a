import type { Catalog } from "../../catalog/catalog.ts";
import { docComment, literal, typeKey } from "../code-text.ts";
import { moduleText } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";

/** `generated/environment.ts`: the type of what the host reads; only for a catalog that declares variables. */
export function emitEnvironment({ environment = [] }: Catalog): readonly OutputFile[] {
  if (environment.length === 0) return [];
  const file = moduleText("schema/catalog.yaml");
  const members = environment.map(({ name, description, required, secret, default: otherwise }) => {
    const facts = [
      ...(secret === true ? ["Secret: masked in logs and errors."] : []),
      ...(otherwise === undefined ? [] : [`Default: ${literal(otherwise)}.`]),
    ];
    const isSet = required === true || otherwise !== undefined;
    return `${docComment(description, facts, 2)}  readonly ${typeKey(name)}${isSet ? "" : "?"}: string${isSet ? "" : " | undefined"};\n`;
  });
  const doc = docComment(
    "What schema/catalog.yaml declares: `openHost: OpenHost<Deps, Environment> = ({ env }) => …`.",
  );
  file.add(`${doc}export interface ${file.declare("Environment")} {\n${members.join("")}}`);
  return [{ path: "generated/environment.ts", text: file.text(), kind: "generated" }];
}
