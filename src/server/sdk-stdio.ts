// What a server over stdio uses of the official SDK besides; see `sdk.ts`.
export { serveStdio } from "@modelcontextprotocol/server/stdio";
