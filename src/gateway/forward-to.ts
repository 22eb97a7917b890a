import type { OtherNames } from "../contract/rename-members.ts";

/** The handler of a tool whose calls go on to the server. It never runs: `Gateway.forward` answers in its place. */
export interface Forward {
  (): never;
  /** Name of the tool there. */
  readonly upstreamTool: string;
  readonly params: OtherNames;
}

/**
 * The handler of one tool: `export const readFile: ToolHandler<ReadFile> = forwardTo("read_file")`. Replace it by a function of your own, and
 * the tool is yours.
 */
export function forwardTo(upstreamTool: string, params: OtherNames = {}): Forward {
  const handler = (): never => {
    throw new Error(`'${upstreamTool}' was not forwarded; the host needs middleware: [gateway.forward]`);
  };
  return Object.assign(handler, { upstreamTool, params });
}

export function isForward(handler: unknown): handler is Forward {
  return typeof handler === "function" && "upstreamTool" in handler && typeof handler.upstreamTool === "string";
}
