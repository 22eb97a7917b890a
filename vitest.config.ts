import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { leftOutOn } from "./test/platforms.ts";

const conditions = ["pegboard-source"];
const exclude = [...configDefaults.exclude, ...leftOutOn(process.platform)];

// Three kinds of tests: `unit` runs the sources; `process` starts what `npm run build` wrote to dist/, as users do;
// `outside` lets other people's programs do so.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Programs that tests start count uses of old names nowhere, write no audit, keep no stamps, servers and events; those that test that say where.
    env: {
      PEGBOARD_USAGE: "off",
      PEGBOARD_AUDIT: "off",
      PEGBOARD_CACHE: "off",
      PEGBOARD_DAEMON: "off",
      PEGBOARD_SESSION_EVENTS: "memory",
      // Node reads the certificates of this variable at each start, before anything else, and takes longer for it than for all the rest.
      // Tests hand them to npm alone (test/process/packed-package.ts).
      NODE_EXTRA_CA_CERTS: "",
      PEGBOARD_TEST_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS ?? "",
    },
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Many tests wait for child processes: with as many workers as cores, a fifth of the processor time was idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: "outside",
          include: ["test/outside/*.test.ts"],
          exclude,
          // Its set-up comes first and only begins to install; its tests come last, when that is likely to be done.
          globalSetup: ["test/outside/install.ts", "test/process/build-dist.ts"],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...exclude, "test/process/**", "test/outside/**"],
          globalSetup: ["test/generated-cache.ts"],
          setupFiles: ["test/fixed-seed.ts"],
          // The core has no state of its own, so its modules are loaded once for all files and not once for each.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "process",
          include: ["test/process/**/*.test.ts"],
          exclude,
          globalSetup: ["test/process/build-dist.ts"],
          // What was built runs as it is, in these tests' own process too (`pegboardHere`).
          server: { deps: { external: [/[\\/]dist[\\/]/] } },
          // These tests keep what is theirs in folders and variables that they hand over; no file changes its own process.
          isolate: false,
        },
      },
    ],
  },
});
