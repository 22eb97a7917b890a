import type { NamespaceStandard } from "../../../generated/types.ts";
import type { Standard } from "../../services/memories/standards.ts";
import type { Memories } from "../../services/memories/stored-memories.ts";
import { withControlsShown } from "../../services/namespaces/control-characters.ts";

/** Long contents are cut: rules stand beside each answer. */
export function wireStandards(standards: readonly Standard[], memories: Memories): NamespaceStandard[] {
  const cut = memories.contentCut("");
  return standards.map(({ namespace, memory: { id, title, content } }) => ({
    ...{ namespace, id, title },
    content: cut(content, Number.POSITIVE_INFINITY),
  }));
}

/** One line for each rule of an answer. */
export function standardLine({ namespace, title, content }: NamespaceStandard): string {
  return withControlsShown(`Rules of ${namespace}, ${title}: ${content.replaceAll(/\s+/g, " ").trim()}`);
}
