import { join } from "node:path";
import { openStore } from "../../src/store/open-store.ts";
import { describeStore } from "./contract.ts";
import { temporaryFolder } from "./temporary-folder.ts";

describeStore({
  name: "sqlite",
  place: async () => join(await temporaryFolder(), "data", "workbench.db"),
  open: openStore,
});
