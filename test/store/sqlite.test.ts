import { join } from "node:path";
import { openStore } from "../../src/store/open-store.ts";
import { type Backend, describeStore } from "./contract.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { describeWorkbenchRows } from "./workbench-contract.ts";

const sqlite: Backend = {
  name: "sqlite",
  place: async () => join(await temporaryFolder(), "data", "workbench.db"),
  open: openStore,
};

describeStore(sqlite);
describeWorkbenchRows(sqlite);
