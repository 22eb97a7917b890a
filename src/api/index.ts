/** What the handlers and the host of an imported HTTP API import as `pegboard/api`. */
export type { ApiAnswer } from "./api-answer.ts";
export { type Api, type ApiFacts, type ApiRequest, openApi } from "./open-api.ts";
