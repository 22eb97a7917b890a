import { ok, okList } from "pegboard/runtime";
import type { PackList } from "../../../generated/contracts/pack_list.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";
import { wirePage } from "../page.ts";
import { wirePack } from "./wire-pack.ts";

export const packList: ToolHandler<PackList> = async (input, deps) => {
  const page = await deps.packs.list(input);
  if ("status" in page) return errors.cursorInvalid({});
  return okList(page.items.length, (count) => ok(wirePage(page.first(count), wirePack), { where: "all packs" }));
};
