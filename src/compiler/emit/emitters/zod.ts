import { ModelToZod } from "@sinclair/typebox-codegen";
import type { Catalog } from "../../catalog/catalog.ts";
import { codegenModel } from "../codegen-model.ts";
import { header } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";

/**
 * `generated/interop/zod.ts`: arguments and results as Zod schemas, for projects that live with Zod. Off by default:
 * import this module when it is wanted and hand it to `emit` as an extra, because the printer is slow to load.
 *
 * The printer gets a model in memory and never text: its TypeScript reader runs what it finds in comments. It prints no
 * patterns and formats, so these schemas accept a little more than the server does; and its types for what holds itself
 * need `exactOptionalPropertyTypes` off.
 */
export function emitZod(catalog: Catalog): readonly OutputFile[] {
  const printed = ModelToZod.Generate({ types: codegenModel(catalog) });
  // The printer writes the language of Zod 3, which Zod 3.25 and 4 both carry under this name.
  const text = printed.replace(/^import \{ z \} from 'zod'$/m, 'import { z } from "zod/v3"');
  return [{ path: "generated/interop/zod.ts", text: `${header("schema")}\n${text}`, kind: "generated" }];
}
