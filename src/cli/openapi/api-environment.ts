import { type ApiSecret, type ReadOpenApi, variableName } from "../../compiler/import/openapi/read-openapi.ts";
import type { EnvironmentVariable } from "../../contract/environment.ts";
import { quoteName } from "../../contract/found.ts";

/** The variable that holds the URL of the API. */
export function urlVariable({ title }: ReadOpenApi): string {
  return variableName(`${title} url`);
}

/** What the handlers of an API read of their environment, each variable once: its URL, and what its requests carry. */
export function apiEnvironment(api: ReadOpenApi): readonly EnvironmentVariable[] {
  const { baseUrl, secrets } = api;
  const name = urlVariable(api);
  const url: EnvironmentVariable = {
    ...{ name, description: "URL of the API" },
    ...(baseUrl === undefined ? { required: true } : { default: baseUrl }),
  };
  const variables = [
    url,
    ...secrets.map((one): EnvironmentVariable => ({ name: one.variable, description: sentAs(one), secret: true })),
  ];
  return [...new Map(variables.map((one) => [one.name, one])).values()];
}

function sentAs({ in: place, name, prefix }: ApiSecret): string {
  const what = prefix === "Basic " ? "user:password in base64" : prefix === "Bearer " ? "Token" : "Key";
  return `${what}, sent ${place === "query" ? "in the query as" : `in the ${place}`} ${quoteName(name)}`;
}
