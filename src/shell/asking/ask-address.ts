import type { Asked } from "../../client/offers.ts";
import type { JsonObject } from "../../contract/json.ts";
import { visible, visibleText } from "../../diagnostics/display-text.ts";
import type { Prompts } from "../../terminal/open-prompts.ts";
import { openBrowser } from "../logins/open-browser.ts";

/** Shows an address and its host, and opens it after a yes. @returns the result of `elicitation/create` */
export async function askAddress(
  prompts: Prompts,
  server: string,
  { url: text, message }: JsonObject,
  { isSentAgain }: Pick<Asked, "isSentAgain">,
  open: (page: URL) => void = openBrowser,
): Promise<JsonObject> {
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined;
  prompts.say(`'${visible(server)}' asks you to open a page:`);
  prompts.say(visibleText(String(message ?? "")).replaceAll(/^/gm, "  "));
  const refusal = url === undefined ? "it is not an address" : refusalOf(url);
  if (url === undefined || refusal !== undefined) {
    prompts.say(`  ${visible(String(text))}`);
    prompts.say(`Not opened: ${refusal}. Cancelled.`);
    return { action: "cancel" };
  }
  prompts.say(`  address: ${visible(url.href)}`);
  prompts.say(`  host:    ${visible(url.host)}`);
  if (url.protocol === "http:") prompts.say("  The connection is not encrypted.");
  if (url.host.includes("xn--")) prompts.say("  The host has signs of other scripts, which may look like another one.");
  const answer = (await prompts.ask("Open it in the browser? [y]es, [d]ecline, [c]ancel: "))?.trim() ?? "";
  if (/^(d|decline|n|no)$/i.test(answer)) return { action: "decline" };
  if (!/^(y|yes)$/i.test(answer)) return { action: "cancel" };
  open(url);
  if (isSentAgain && (await prompts.ask("Press Enter when you are done there. ")) === undefined)
    return { action: "cancel" };
  return { action: "accept" };
}

/** A name before the host (`https://bank.example@evil.example`) is there to be taken for it. */
function refusalOf({ protocol, username, password }: URL): string | undefined {
  if (protocol !== "https:" && protocol !== "http:") return "only http and https addresses are";
  return username === "" && password === "" ? undefined : "the address has a user name before its host";
}
