import { visible } from "../../diagnostics/display-text.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { ShellTool } from "../sources/tool-source.ts";
import { signatureOf } from "./signature.ts";

export function isWhole({ hasStructuredOutput, refused }: ShellTool): boolean {
  return hasStructuredOutput === undefined && refused === undefined;
}

/** `[json]`: what it answers is for programs too. */
export function signatureLine({ colors }: Pick<Terminal, "colors">, tool: ShellTool): string {
  // Of a tool that is not whole, the params are not known.
  const signature = isWhole(tool) ? visible(signatureOf(tool)) : visible(tool.name);
  const name = visible(tool.name);
  const hasJson = tool.outputSchema !== undefined || tool.hasStructuredOutput === true;
  return `${colors.bold(name)}${signature.slice(name.length)}${hasJson ? colors.dim(" [json]") : ""}`;
}
