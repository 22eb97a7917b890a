/**
 * The outcome of a question. "unavailable": no reply comes during this call; where the question is sent as this call's
 * answer, the client sends the call again with the reply.
 */
export type Reply = "accepted" | "declined" | "cancelled" | "unavailable";
