import type { Catalog } from "../../catalog/catalog.ts";
import { profileListing } from "../../schema/profile-listing.ts";
import type { OutputFile } from "../output-file.ts";

/** `generated/wire/<profile>.json`: the answer to `tools/list`, on one line; its bytes are what goes over the wire. */
export function emitWire(catalog: Catalog): readonly OutputFile[] {
  return catalog.profiles.map((profile) => ({
    path: `generated/wire/${profile.name}.json`,
    text: `${JSON.stringify({ tools: profileListing(profile, catalog) })}\n`,
    kind: "generated",
  }));
}
