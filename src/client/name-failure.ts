import { ConnectionLost, ConnectionRefused, InvalidAnswer, RequestTimeout } from "./server-connection.ts";

/** Their messages are said of a server ("ended with exit code 1"), so that a name can be put before them. */
const saidOfServer = [ConnectionLost, ConnectionRefused, InvalidAnswer, RequestTimeout] as const;

/** The same failure, with the server's name at the beginning of its message; errors that a server has worded stay. */
export function nameFailure(name: string, error: unknown): unknown {
  const kind = saidOfServer.find((each) => error instanceof each);
  if (kind === undefined || !(error instanceof Error)) return error;
  return new kind(`'${name}' ${error.message}`, { cause: error });
}
