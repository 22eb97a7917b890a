import { visible } from "../../diagnostics/display-text.ts";
import type { ShellTool } from "../sources/tool-source.ts";
import { type FoundText, scanTool } from "./scan-tool.ts";

/** A text of a tool that may be meant to mislead, and the tool. */
export interface SuspiciousText extends FoundText {
  readonly tool: string;
}

export function suspiciousTexts(tools: readonly ShellTool[]): readonly SuspiciousText[] {
  return tools.flatMap((tool) => scanTool(tool).map((found) => ({ tool: tool.name, ...found })));
}

/** One line for people. */
export function suspiciousLine({ tool, at, message }: SuspiciousText): string {
  return visible(`'${tool}' at ${at}: ${message}`);
}
