import { remembered } from "../../catalog/lookup.ts";
import type { ComparedCatalog, ComparedTool } from "../compared.ts";
import { objectText, typeText } from "../consequences/generated-types.ts";
import { type DiffRule, rule } from "../rule.ts";
import { haveSameTypes } from "../same-tool.ts";

/** Generated code beside handlers; what becomes of those is a consequence (`rules/consequences.ts`). */
export const sourceRules: readonly DiffRule[] = [
  rule("client-type-changed", "tool-kept", "INFO", ["SOURCE"], {
    mirror: "client-type-changed",
    // The rules about arguments and results report it to callers; this explains the changed file.
    hidden: true,
    message: ({ base, head, changed }, catalogs) => {
      if (base.listed !== undefined || head.listed !== undefined) return undefined;
      const sameTypes = haveSameTypes(catalogs.base, catalogs.head);
      const takesTheSame =
        (sameTypes && !changed.has("params")) ||
        argumentsText(base, catalogs.base) === argumentsText(head, catalogs.head);
      const returnsTheSame =
        (sameTypes && !changed.has("result")) || resultText(base, catalogs.base) === resultText(head, catalogs.head);
      const parts = [...(takesTheSame ? [] : ["takes"]), ...(returnsTheSame ? [] : ["returns"])];
      return parts.length === 0
        ? undefined
        : `'${head.name}' in the generated client ${parts.join(" and ")} another type`;
    },
    values: ({ base, head, changed }, catalogs) => {
      const was = resultText(base, catalogs.base);
      const returnsTheSame = haveSameTypes(catalogs.base, catalogs.head) && !changed.has("result");
      return [
        [argumentsText(base, catalogs.base), was],
        [argumentsText(head, catalogs.head), returnsTheSame ? was : resultText(head, catalogs.head)],
      ];
    },
    explain: {
      why: "Programs that use generated/client.ts are checked against the new type when they take the new version.",
      bad: "title: {type: string, required: true}   # was {type: string}",
      good: "title: {type: string, max_length: 20}   # was {type: string}; TypeScript knows no length",
    },
  }),
];

/** Asked for the message and for the fingerprint. */
const argumentsText = remembered(({ params }: ComparedTool, catalog: ComparedCatalog) =>
  objectText(params, { catalog, form: "sent" }),
);

const resultText = remembered(({ result }: ComparedTool, catalog: ComparedCatalog) =>
  typeText(result, { catalog, form: "sent" }),
);
