import type { Emitter } from "./emit.ts";

/** Emitters that are off by default: their libraries are heavy, so each is imported only when it is requested. */
export const extras = {
  /** `generated/interop/anthropic.json`: tools for the Messages API. */
  anthropic: async (): Promise<Emitter> => (await import("./emitters/interop.ts")).emitAnthropic,
  /** `generated/interop/openai.json` and `openai.ts`: tools for the Responses API, and the way back of strict calls. */
  openai: async (): Promise<Emitter> => (await import("./emitters/interop.ts")).emitOpenAi,
  /** `generated/interop/gemini.json`: function declarations. */
  gemini: async (): Promise<Emitter> => (await import("./emitters/interop.ts")).emitGemini,
  /** `generated/interop/zod.ts`: arguments and results as Zod schemas. */
  zod: async (): Promise<Emitter> => (await import("./emitters/zod.ts")).emitZod,
} as const;

export type ExtraName = keyof typeof extras;
