/** What an imported tool can't express, or expresses in another way than the list. */
export interface Loss {
  /** The tool's name in the list; "" for the list itself. */
  readonly tool: string;
  /** JSON Pointer into the list as it was given. */
  readonly pointer: string;
  readonly keyword: string;
  readonly effect: LossEffect;
  readonly why: string;
  /** What was written instead. */
  readonly instead: string;
}

/**
 * - `wider`: calls (or results) that the original refuses are taken here
 * - `narrower`: calls (or results) that the original takes are refused here
 * - `renamed`: another spelling; the original one is accepted too
 * - `reworded`: written in another way that means the same
 * - `dropped`: decided about no call, and is gone
 * - `assumed`: the list does not specify it; this is a guess to check
 * - `left-out`: the tool was not imported
 */
export type LossEffect = (typeof lossEffects)[number];

export const lossEffects = ["left-out", "narrower", "wider", "assumed", "renamed", "reworded", "dropped"] as const;

/** Takes note of one loss of the tool that is being read. */
export type Lose = (loss: Omit<Loss, "tool">) => void;
