// The device authorization grant: the user types a code on any device, and we ask until that has happened. @see RFC 8628
import { setTimeout } from "node:timers/promises";
import { OAuthError, type OAuthTokens } from "@modelcontextprotocol/client";
import { givenMembers } from "../../contract/given-members.ts";
import { isJsonObject, type JsonObject, jsonIn } from "../../contract/json.ts";
import { carryOut } from "./explain-failure.ts";
import { type Granted, type GrantRequest, knownClient } from "./grant.ts";
import { checkAddress } from "./guarded-fetch.ts";
import { LoginFailed } from "./login.ts";
import { registerWith } from "./register-client.ts";
import { authenticated } from "./token-login.ts";

export const deviceCodeGrant = "urn:ietf:params:oauth:grant-type:device_code";

/** Seconds between two questions, where the server does not say it, and what is added when it asks for more. */
const usualSeconds = 5;
const slowerSeconds = 5;

/** @throws LoginFailed, said of the server; the signal's reason */
export async function grantByDeviceCode({ request, place, fetch, scopes }: GrantRequest): Promise<Granted> {
  const { url, signal } = request;
  const { issuer, metadata, resource, deviceEndpoint } = place;
  if (deviceEndpoint === undefined) {
    throw new LoginFailed(`names the authorization server ${issuer}, which offers no login by a code`);
  }
  const known = knownClient(request, place);
  // One that was registered for the browser may not ask for a code.
  const isUsable = known !== undefined && (known.isRegistered !== true || known.redirectUrl === undefined);
  const client = isUsable ? known : await registerWith({ metadata, fetch, signal }, { grant: deviceCodeGrant });
  const { headers, params } = authenticated(client, metadata.token_endpoint_auth_methods_supported);
  const ask = async (address: string, more: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ ...params, ...(resource === undefined ? {} : { resource }), ...more });
    const response = await fetch(address, { method: "POST", redirect: "manual", headers, body });
    return { isOk: response.ok, answer: objectIn(await response.text()) };
  };

  const device = await carryOut({ title: "the request for a code", at: issuer, signal }, async () => {
    const scope = scopes.length === 0 ? {} : { scope: scopes.join(" ") };
    const { isOk, answer } = await ask(deviceEndpoint, { client_id: client.id, ...scope });
    if (!isOk) throw errorOf(answer);
    return readDevice(answer);
  });
  checkAddress(device.page, url);
  request.show(device.page, { issuer, scopes, code: device.userCode });

  const secrets = [device.code, ...(client.secret === undefined ? [] : [client.secret])];
  const tokens = await carryOut({ title: "the login", at: issuer, secrets, signal }, async () => {
    for (let seconds = device.seconds; ; ) {
      await setTimeout(seconds * 1000, undefined, { signal });
      const given = { grant_type: deviceCodeGrant, device_code: device.code };
      const { isOk, answer } = await ask(metadata.token_endpoint, given);
      if (isOk) return tokensIn(answer);
      if (answer.error === "slow_down") seconds += slowerSeconds;
      else if (answer.error !== "authorization_pending") throw errorOf(answer);
    }
  });
  return { client, tokens };
}

function readDevice(answer: JsonObject) {
  const { device_code: code, user_code: userCode, verification_uri: page, interval } = answer;
  if (typeof code !== "string" || typeof userCode !== "string" || typeof page !== "string" || !URL.canParse(page)) {
    throw new Error("it has no code, or no page to type it on");
  }
  const seconds = typeof interval === "number" && interval > 0 ? Math.min(interval, 60) : usualSeconds;
  return { code, userCode, page: new URL(page), seconds };
}

function tokensIn(answer: JsonObject): OAuthTokens {
  const { access_token, token_type, refresh_token, scope, expires_in: seconds } = answer;
  if (typeof access_token !== "string" || typeof token_type !== "string") throw new Error("it gave no access token");
  return {
    access_token,
    token_type,
    ...givenMembers({
      refresh_token: typeof refresh_token === "string" ? refresh_token : undefined,
      scope: typeof scope === "string" ? scope : undefined,
      expires_in: typeof seconds === "number" ? seconds : undefined,
    }),
  };
}

function errorOf({ error, error_description: description }: JsonObject): Error {
  return typeof error === "string"
    ? new OAuthError(error, typeof description === "string" ? description : "no reason given")
    : new Error("it answered without a reason");
}

function objectIn(text: string): JsonObject {
  const value = jsonIn(text);
  // Of a page for people the status says enough.
  return isJsonObject(value) ? value : {};
}
