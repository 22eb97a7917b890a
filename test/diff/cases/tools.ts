import { toolWith } from "../../schema/arbitraries.ts";
import {
  alias,
  catalogOf,
  changed,
  effects,
  field,
  future,
  object,
  other,
  type Pair,
  past,
  result,
  tools,
} from "./build.ts";

export const toolsCases: { readonly [rule: string]: Pair } = {
  "tool-removed": tools([toolWith([]), other], [toolWith([])]),
  "tool-removed-before-sunset": tools([toolWith([]), { ...other, deprecated: future }], [toolWith([])]),
  "tool-removed-after-sunset": tools([toolWith([]), { ...other, deprecated: past }], [toolWith([])]),
  "tool-renamed-with-alias": tools([other], [toolWith([], { aliases: [alias({ name: "note_list" })] })]),
  "tool-renamed-without-alias": tools([other], [{ ...other, name: "note_find", since: "1.1.0" }]),
  "tool-added": tools([toolWith([])], [toolWith([]), other]),
  "tool-added-reuses-retired-name": [
    catalogOf([toolWith([])], { retired: [{ name: "note_list", kind: "tool", removed: "0.5.0" }] }),
    catalogOf([toolWith([]), other]),
  ],
  "tool-version-removed": tools(
    [toolWith([], { version: 2 }), toolWith([], { supersededBy: 2, deprecated: future })],
    [toolWith([], { version: 2 })],
  ),
  "tool-version-removed-after-sunset": tools(
    [toolWith([], { version: 2 }), toolWith([], { supersededBy: 2, deprecated: past })],
    [toolWith([], { version: 2 })],
  ),
  "tool-version-added": tools(
    [toolWith([])],
    [toolWith([], { version: 2 }), toolWith([], { supersededBy: 2, deprecated: future })],
  ),
  "read-only-lost": changed({ effects: { ...effects, readOnly: true } }, { effects }),
  "read-only-gained": changed({ effects }, { effects: { ...effects, readOnly: true } }),
  "destructive-gained": changed({ effects }, { effects: { ...effects, destructive: true } }),
  "destructive-lost": changed({ effects: { ...effects, destructive: true } }, { effects }),
  "idempotent-lost": changed({ effects: { ...effects, idempotent: true } }, { effects }),
  "idempotent-gained": changed({ effects }, { effects: { ...effects, idempotent: true } }),
  "open-world-gained": changed({ effects }, { effects: { ...effects, openWorld: true } }),
  "open-world-lost": changed({ effects: { ...effects, openWorld: true } }, { effects }),
  "session-need-raised": changed({ session: "optional" }, { session: "required" }),
  "session-need-lowered": changed({ session: "required" }, { session: "none" }),
  "consent-or-elicitation-added": changed({}, { confirm: { message: "delete" } }),
  "consent-or-elicitation-removed": changed({ confirm: { message: "delete" } }, {}),
  "output-schema-removed": result(object([field("id")]), object([], true)),
  "output-schema-added": result(object([], true), object([field("id")])),

  "alias-added": changed({}, { aliases: [alias()] }),
  "alias-removed": changed({ aliases: [alias({ deprecated: future })] }, {}),
  "alias-removed-after-sunset": changed({ aliases: [alias({ deprecated: past })] }, {}),
  "alias-retargeted": tools(
    [toolWith([], { aliases: [alias()] }), other],
    [toolWith([]), { ...other, aliases: [alias()] }],
  ),
  "alias-privilege-raised": tools(
    [toolWith([], { aliases: [alias()], effects: { ...effects, readOnly: true } }), other],
    [toolWith([], { effects: { ...effects, readOnly: true } }), { ...other, aliases: [alias()] }],
  ),
  "alias-input-incompatible": changed(
    { aliases: [alias({ params: [field("body")] })] },
    { aliases: [alias({ params: [field("body", { kind: "string", trim: true, maxLength: 5 })] })] },
  ),
  "alias-mapping-changed": changed({ aliases: [alias()] }, { aliases: [alias({ set: { title: "x" } })] }),
};
