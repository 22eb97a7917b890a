import type { Plugin } from "esbuild";

export function bundledPackages(root: string): Record<string, string>;
export const requiredBuiltins: Plugin;
export const withoutComments: Plugin;
