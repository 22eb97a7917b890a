import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const conditions = ["pegboard-source"];

// Two kinds of tests: `unit` runs the sources; `process` starts what `npm run build` wrote to dist/, as users do.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Much of the time goes by in child processes: with one worker less than there are cores, two cores would stand idle.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/process/**"],
          setupFiles: ["test/fixed-seed.ts"],
          // The core has no state of its own, so its modules are loaded once for all files and not once for each.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "process", include: ["test/process/**/*.test.ts"], globalSetup: ["test/process/build-dist.ts"] },
      },
    ],
  },
});
