import type { Emitter } from "./emit.ts";

/** Emitters that are off by default: their libraries are heavy, so each is imported only when it is asked for. */
export const extras = {
  /** `generated/interop/zod.ts`: arguments and results as Zod schemas. */
  zod: async (): Promise<Emitter> => (await import("./emitters/zod.ts")).emitZod,
} as const;

export type ExtraName = keyof typeof extras;
