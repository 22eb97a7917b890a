import { visible } from "../diagnostics/display-text.ts";
import { firstLine } from "../shell/print/foreign-text.ts";
import { signatureLine } from "../shell/print/signature-line.ts";
import { printToolPage } from "../shell/print/tool-page.ts";
import { traitsOf } from "../shell/print/tool-traits.ts";
import { soundTool } from "../shell/sources/tool-source.ts";
import { counted, print, type Terminal } from "../terminal/terminal.ts";
import type { OwnDefinition } from "./definition.ts";

export function printTools(terminal: Terminal, { server, start, tools }: OwnDefinition, program: string): void {
  const { bold, dim } = terminal.colors;
  print(terminal, `${bold(visible(server))} — ${counted(tools.length, "tool")}:`);
  for (const one of tools) {
    const tool = soundTool(one, String(one.name));
    print(terminal, `  ${signatureLine(terminal, tool)}`);
    const summary = firstLine(tool.description ?? tool.title ?? "");
    if (summary !== "") print(terminal, `      ${dim(summary)}`);
  }
  const variables = start.kind === "stdio" ? start.variables : Object.values(start.headers);
  if (variables.length > 0) print(terminal, `\nEnvironment variables it needs: ${visible(variables.join(", "))}`);
  print(terminal, dim(`\n${program} <tool> --help shows one`));
}

export function printTool(terminal: Terminal, one: OwnDefinition["tools"][number], program: string): void {
  const tool = soundTool(one, String(one.name));
  printToolPage(terminal, {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    traits: traitsOf(tool, { isBridge: false }),
    params: [{ title: "Params", schema: tool.inputSchema }],
    result: tool.outputSchema,
    program,
    command: [tool.name],
  });
}
