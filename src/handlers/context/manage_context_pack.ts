import type { AdaptManageContextPackResult } from "../../../generated/contracts/pack_manage.ts";
import { ramoriePack } from "./ramorie-pack.ts";

export const manageContextPackResult: AdaptManageContextPackResult = ramoriePack;
