import type { AdaptRemember } from "../../../generated/contracts/memory_store.ts";
import { addMemory } from "./add_memory.ts";

/** Without a project it belonged to no one in particular. */
export const remember: AdaptRemember = ({ project = "", ...old }) => {
  const { project: given, ...stored } = addMemory({ ...old, project });
  return given === "" ? stored : { ...stored, project };
};
