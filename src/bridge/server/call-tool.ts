import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { BrokenSchema, checkArguments } from "../check-arguments.ts";
import { type Audit, type CallPolicy, type JudgedCall, ruleFor } from "../policy.ts";
import { type ArgumentIssue, type CallToolResult, InvalidArgumentsError, type ToolInfo } from "../provider.ts";
import { RpcProtocolError, rpcCodes } from "../rpc-errors.ts";
import { askProvider } from "./ask-provider.ts";
import type { MethodWorld } from "./methods.ts";

/**
 * A call whose server and tool exist: arguments, policy, the provider. A call that policy refuses has valid
 * arguments, so that a yes is a yes to something that can run.
 */
export async function callTool(
  server: string,
  tool: Omit<ToolInfo, "annotations"> & { readonly annotations?: unknown },
  given: unknown,
  { provider, policy, audit, callMs, gone }: MethodWorld,
): Promise<CallToolResult> {
  const call = { server, tool: tool.name };
  if (!isJsonObject(given)) {
    throw new RpcProtocolError(rpcCodes.invalidParams, 'Invalid parameter: "arguments" (an object)', call);
  }
  if (provider.checksArguments?.(server) !== true) {
    const issues = await judged(tool.inputSchema, given, call);
    if (issues.length > 0) throw invalidArguments(issues, call);
  }
  if (policy !== undefined) settle({ ...call, annotations: tool.annotations }, policy, audit);
  const whom = `the tool '${tool.name}' of '${server}'`;
  try {
    // The provider may change what it gets; it is not read any more.
    const ask = (signal: AbortSignal) => provider.callTool(server, tool.name, { ...given }, { signal });
    return await askProvider(ask, { timeoutMs: callMs, gone, whom });
  } catch (error) {
    throw error instanceof InvalidArgumentsError ? invalidArguments(error.issues, call) : error;
  }
}

type Call = { readonly server: string; readonly tool: string };

async function judged(schema: unknown, given: JsonObject, call: Call): Promise<readonly ArgumentIssue[]> {
  try {
    return await checkArguments(schema, given);
  } catch (error) {
    if (!(error instanceof BrokenSchema)) throw error;
    const message = `The input schema of '${call.tool}' can't be used: ${error.message}`;
    throw new RpcProtocolError(rpcCodes.failed, message, { ...call, schemaError: error.message }, error);
  }
}

function invalidArguments(issues: readonly ArgumentIssue[], call: Call): RpcProtocolError {
  const reported = issues.map(
    ({ instancePath, message }) => `${instancePath === "" ? "the arguments" : instancePath} ${message}`,
  );
  const message = `Invalid arguments for '${call.tool}' of '${call.server}': ${reported.join("; ")}`;
  return new RpcProtocolError(rpcCodes.invalidParams, message, { ...call, validationErrors: issues });
}

/** A provider may hide what is denied: the attempt to call it is logged all the same. */
export function noteDenied({ server, tool }: Call, { policy, audit }: Pick<MethodWorld, "policy" | "audit">): void {
  if (policy?.judge({ server, tool, annotations: undefined }).decision !== "refuse") return;
  audit?.({ time: new Date().toISOString(), source: "bridge", server, tool, decision: "refuse", reason: "denied" });
}

/** @throws RpcProtocolError for a tool that the provider refuses */
export function refuseUnlike(server: string, { name: tool, refused }: ToolInfo, audit?: Audit): void {
  if (refused === undefined) return;
  const reason = "not_as_locked";
  audit?.({ time: new Date().toISOString(), source: "bridge", server, tool, decision: "refuse", reason });
  const hint = "pegboard lock shows the change, and with --accept takes it";
  throw new RpcProtocolError(rpcCodes.refused, `refused: '${tool}' of '${server}' ${refused}; ${hint}`, {
    server,
    tool,
    reason,
    hint,
  });
}

/** @throws RpcProtocolError when the call may not run */
function settle(call: JudgedCall, policy: CallPolicy, audit: Audit | undefined): void {
  const judgement = policy.judge(call);
  const { server, tool } = call;
  const decision = judgement.decision === "run" ? "run" : "refuse";
  const reason = judgement.decision === "ask" ? "approval_unavailable" : judgement.reason;
  audit?.({ time: new Date().toISOString(), source: "bridge", server, tool, decision, reason });
  if (judgement.decision === "run") return;
  const hint =
    judgement.decision === "refuse"
      ? "a deny rule of the bridge forbids it"
      : `it is not marked read-only and needs a rule: start the bridge with --allow '${ruleFor(server, tool)}'`;
  const message = `refused by policy: '${tool}' of '${server}': ${hint}`;
  throw new RpcProtocolError(rpcCodes.refused, message, { server, tool, reason, hint });
}
