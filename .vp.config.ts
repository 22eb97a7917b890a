import { defineConfig } from "vitest/config";
export default defineConfig({ root: "/tmp/land", resolve: { conditions: ["pegboard-source"] }, ssr: { resolve: { conditions: ["pegboard-source"] } }, test: { include: ["test/process/**/*.test.ts"], testTimeout: 180000, hookTimeout: 300000, maxWorkers: 2 } });
