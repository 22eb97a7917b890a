import type { ComparedField } from "../comparable-type.ts";
import type { ComparedTool } from "../compared.ts";

// The contract between pages is one of names: a param takes what a result field gave.

const cursorParams = new Set(["cursor", "pagetoken", "after", "offset", "page"]);
const cursorFields = new Set(["nextcursor", "nextpagetoken", "endcursor", "nextoffset", "nextpage"]);
const sizeParams = new Set(["limit", "pagesize", "perpage", "maxresults", "first"]);

/** The param limits one page. */
export function isPageSize(field: ComparedField): boolean {
  return sizeParams.has(plain(field.name));
}

/** Its calls go on where another one ended. */
export function isPaged(tool: ComparedTool): boolean {
  return tool.params.some((param) => cursorParams.has(plain(param.name)));
}

/** The result field leads to the next page. */
export function leadsOn(field: ComparedField): boolean {
  return cursorFields.has(plain(field.name));
}

/** One name in all letter cases: `nextCursor` and `next_cursor`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}
