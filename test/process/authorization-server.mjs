// An authorization server of its own package, on loopback: it gives out access tokens for the resources that clients name.
// Reads its settings from stdin as JSON, and prints its issuer.
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Provider } from "oidc-provider";

const { jwks, resources, scopes, client, accessSeconds = 600 } = JSON.parse(await text(process.stdin));
const server = createServer();
server.listen(0, "127.0.0.1");
await once(server, "listening");
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, {
  jwks,
  cookies: { keys: ["only-for-tests"] },
  clients: [
    {
      client_id: client.id,
      client_secret: client.secret,
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: "client_secret_basic",
    },
  ],
  scopes,
  // Pages of the package itself: a user logs in under any name, and consents.
  features: {
    devInteractions: { enabled: true },
    registration: { enabled: true },
    // Asked every second.
    deviceFlow: { enabled: true },
    clientCredentials: { enabled: true },
    revocation: { enabled: true },
    introspection: { enabled: true, allowedPolicy: () => true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_context, resource) => ({
        scope: scopes.join(" "),
        audience: resource,
        accessTokenTTL: accessSeconds,
        accessTokenFormat: resources[resource] ?? "jwt",
        jwt: { sign: { alg: "RS256" } },
      }),
    },
  },
});
server.on("request", provider.callback());
process.stdout.write(`${issuer}\n`);
