import type { ByDetail, Registry } from "../../src/runtime/registry.ts";

const none = async () => ({ default: {} });
const byDetail: ByDetail = { compact: none, full: none, verbose: none };

/** What a registry says of its lists, for tests of calls, which ask for none. */
export const unlisted: Pick<Registry<never>, "listings" | "search" | "docs" | "workflows" | "families"> = {
  listings: { direct: byDetail, folded: byDetail, as: {} },
  search: async () => ({ default: { tools: [] } }),
  docs: async () => ({ default: { errors: "", tools: {}, guidance: {}, workflows: [] } }),
  workflows: [],
  families: {},
};
