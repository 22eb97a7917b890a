/** Under this name every copy of `@opentelemetry/api` 1.x finds what was registered with another one. */
const registered = Symbol.for("opentelemetry.js.api.1");

const exporters = ["OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];

/**
 * Does the operator collect traces: is an exporter named, or was an SDK registered before the server started (`node --import`)?
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function isTraced(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === "true" || env.OTEL_TRACES_EXPORTER === "none") return false;
  return registered in globalThis || exporters.some((name) => (env[name] ?? "") !== "");
}
