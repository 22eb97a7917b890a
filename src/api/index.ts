/** What the handlers and the host of an imported HTTP API import as `pegboard/api`. */
export { type Api, type ApiAnswer, type ApiFacts, type ApiRequest, openApi } from "./open-api.ts";
