// The three tools that each peer serves, as its own documentation says that tools are written.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const text = (said) => ({ content: [{ type: "text", text: said }] });

export const tools = [
  {
    name: "echo",
    description: "Give a text back.",
    shape: { text: z.string().max(80) },
    run: async (given) => text(given.text),
  },
  {
    name: "double",
    description: "Give twice a whole number.",
    shape: { a: z.number().int().min(0).max(100) },
    run: async ({ a }) => text(`twice is ${a * 2}`),
  },
  {
    name: "wait",
    description: "Wait for a while.",
    shape: { ms: z.number().int().min(0).max(5_000) },
    run: async ({ ms }) => {
      await sleep(ms);
      return text("waited");
    },
  },
];

export const isHttp = process.argv[2] === "http";

export function sayAddress(port) {
  console.error(`serving at http://127.0.0.1:${port}/mcp`);
}
