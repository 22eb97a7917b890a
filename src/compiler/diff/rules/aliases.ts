import { sameJson } from "../../../contract/alias.ts";
import type { DiffRule } from "../rule.ts";
import { isPast } from "../today.ts";

/** Rules about other names of tools. */
export const aliasRules: readonly DiffRule[] = [
  {
    id: "alias-added",
    on: "alias-added",
    severity: "INFO",
    categories: ["CALL"],
    mirror: "alias-removed",
    says: ({ tool, alias }) => `'${tool.name}' now answers to '${alias.name}' too`,
    explain: { why: "Additive." },
  },
  {
    id: "alias-removed",
    on: "alias-removed",
    severity: "ERR",
    categories: ["CALL", "LIFE"],
    mirror: "alias-added",
    says: ({ tool, alias }, { today }) =>
      isPast(alias.deprecated?.sunset, today)
        ? undefined
        : `'${tool.name}' no longer answers to '${alias.name}'${alias.deprecated?.sunset === undefined ? "" : `, promised until ${alias.deprecated.sunset}`}`,
    help: ({ alias }) => `keep the alias '${alias.name}' until its sunset`,
    explain: { why: "Whoever calls by the old name gets an unknown tool." },
  },
  {
    id: "alias-removed-after-sunset",
    on: "alias-removed",
    severity: "INFO",
    categories: ["LIFE"],
    says: ({ tool, alias }, { today }) =>
      isPast(alias.deprecated?.sunset, today)
        ? `'${tool.name}' no longer answers to '${alias.name}', whose sunset has passed`
        : undefined,
    explain: { why: "It was announced, and the date has passed." },
  },
  {
    id: "alias-retargeted",
    on: "alias-moved",
    severity: "ERR",
    categories: ["CALL", "POLICY"],
    mirror: "alias-retargeted",
    says: ({ name, from, to }) => `'${name}' now calls '${to.name}' instead of '${from.name}'`,
    explain: { why: "The same name does something else; nothing fails, so nobody notices." },
  },
  {
    id: "alias-privilege-raised",
    on: "alias-moved",
    severity: "ERR",
    categories: ["POLICY"],
    says: ({ name, from, to }) =>
      (from.effects.readOnly && !to.effects.readOnly) || (!from.effects.destructive && to.effects.destructive)
        ? `'${name}' may now do more than '${from.name}' could`
        : undefined,
    explain: { why: "A name that was approved for reading now reaches a tool that writes or destroys." },
  },
  {
    id: "alias-input-incompatible",
    on: "alias-kept",
    severity: "ERR",
    categories: ["CALL"],
    says: ({ base, head }) =>
      sameJson(base.params, head.params)
        ? undefined
        : `calls of '${head.name}' as it was listed are no longer all accepted`,
    explain: { why: "Clients written for the old name send the params of the old name." },
  },
  {
    id: "alias-mapping-changed",
    on: "alias-kept",
    severity: "WARN",
    categories: ["CALL"],
    mirror: "alias-mapping-changed",
    says: ({ base, head }) =>
      sameJson(
        [base.rename, base.set, base.defaults, base.ignore, base.adapt],
        [head.rename, head.set, head.defaults, head.ignore, head.adapt],
      )
        ? undefined
        : `calls of '${head.name}' are mapped in another way`,
    explain: { why: "The same call of the old name may mean something else now." },
  },
];
