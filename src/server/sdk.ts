// What servers use of the official SDK, imported when it is first needed. It is named here, because `import()` of a package keeps all that
// the package exports in a built server.
export {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  LOG_LEVEL_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ResourceNotFoundError,
  SdkError,
  SdkErrorCode,
  Server,
} from "@modelcontextprotocol/server";
