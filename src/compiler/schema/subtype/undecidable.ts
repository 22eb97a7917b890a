/** Thrown inside the engine where no certain answer exists; its message is the reason given to people. */
export class Undecidable extends Error {}
