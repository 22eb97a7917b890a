/** What the operator reads of an error: its `operatorMessage`, which may name paths, else its message. */
export function operatorMessageOf(error: Error): string {
  return "operatorMessage" in error && typeof error.operatorMessage === "string"
    ? error.operatorMessage
    : error.message;
}
