// Without a file of its own, vitest would read the configuration of the repository around this folder.
import { defineConfig } from "vitest/config";

export default defineConfig({});
