import { toolWith } from "../../schema/arbitraries.ts";
import {
  alias,
  catalogOf,
  changed,
  effects,
  field,
  future,
  integer,
  object,
  other,
  type Pair,
  param,
  params,
  past,
  profile,
  text,
  tools,
} from "./build.ts";

const short = { kind: "string", trim: true, maxLength: 5 } as const;
const answering = (type: typeof text | typeof integer) => object([field("id", type, { required: true })]);
const listing = (listAs: string | undefined) => ({ ...profile, ...(listAs === undefined ? {} : { listAs }) });
const profiles = (base: string | undefined, head: string | undefined): Pair => [
  catalogOf([toolWith([], { aliases: [alias()] })], { profiles: [listing(base)] }),
  catalogOf([toolWith([], { aliases: [alias()] })], { profiles: [listing(head)] }),
];
const spelled = (name: string, deprecated?: typeof past) => ({
  aliases: [{ name, ...(deprecated === undefined ? {} : { deprecated }) }],
});

export const aliasCases: { readonly [rule: string]: Pair } = {
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
    { aliases: [alias({ params: [field("body", short)] })] },
  ),
  "alias-output-incompatible": tools(
    [{ ...other, result: answering(text) }],
    [{ ...other, name: "note_find", result: answering(integer), aliases: [alias({ name: "note_list" })] }],
  ),
  "alias-mapping-changed": changed({ aliases: [alias()] }, { aliases: [alias({ set: { title: "x" } })] }),
  "alias-became-listed": profiles(undefined, "old"),
  "alias-became-unlisted": profiles("old", undefined),

  "param-alias-added": param({}, spelled("name")),
  "param-alias-removed": param(spelled("name"), {}),
  "param-alias-removed-after-sunset": param(spelled("name", past), {}),
  "param-alias-retargeted": params(
    [field("title", text, spelled("name")), field("author", integer)],
    [field("title"), field("author", integer, spelled("name"))],
  ),
};

export const aliasSilentCases: { readonly [rule: string]: Pair } = {
  // The tool was renamed, and its other names with it.
  "alias-retargeted": tools(
    [{ ...other, aliases: [alias()] }],
    [{ ...other, name: "note_find", aliases: [alias(), alias({ name: "note_list" })] }],
  ),
  // Beside a function, renames are names for messages.
  "alias-mapping-changed": tools(
    [toolWith([field("title")], { aliases: [alias({ adapt: true, deprecated: past })] })],
    [
      toolWith([field("title")], {
        aliases: [alias({ adapt: true, deprecated: future, rename: { heading: "title" } })],
      }),
    ],
  ),
  // The param was renamed, and its other spelling with it.
  "param-alias-retargeted": params(
    [field("title", text, spelled("name"))],
    [field("heading", text, { aliases: [{ name: "title" }, { name: "name" }] })],
  ),
};
