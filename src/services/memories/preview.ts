import type { MemoryRow } from "../../store/memory-rows.ts";
import type { Preview } from "./memories.ts";
import { cutAtWord } from "./title.ts";

const maxLength = 200;

export function previewOf({ id, title, namespace, content, updatedAt, locked }: MemoryRow): Preview {
  const line = content.trim().replaceAll(/\s+/gu, " ");
  const cut = cutAtWord(line, maxLength - 1);
  return { id, title, namespace, preview: cut === line ? line : `${cut}…`, updatedAt, locked };
}
