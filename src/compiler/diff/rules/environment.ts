import type { EnvironmentVariable } from "../../../contract/environment.ts";
import type { ComparedCatalog } from "../compared.ts";
import { type DiffRule, rule } from "../rule.ts";
import { quotedList } from "./quoted-list.ts";

/** Rules about the environment variables that the operator of the server has to set. */
export const environmentRules: readonly DiffRule[] = [
  rule("variable-required", "catalog-kept", "ERR", ["POLICY"], {
    mirror: ["variable-optional", "variable-removed"],
    points: ["environment"],
    message: ({ base, head }) =>
      list(nowRequired(base, head), (names) => `the server needs ${names} in its environment now`),
    values: ({ base, head }) => nowRequired(base, head),
    help: () => "give it a default, or do without it where it is not set",
    explain: {
      why: "A server that was configured for the version before does not start.",
      bad: "environment: {API_TOKEN: {description: Token, required: true}}   # was not declared",
      good: "environment: {API_TOKEN: {description: Token}}   # was not declared",
    },
  }),
  rule("variable-optional", "catalog-kept", "INFO", ["POLICY"], {
    mirror: "variable-required",
    points: ["environment"],
    message: ({ base, head }) =>
      list(nowOptional(base, head), (names) => `the server starts without ${names} in its environment`),
    values: ({ base, head }) => nowOptional(base, head),
    explain: {
      why: "The operator of the server may leave it out.",
      bad: "environment: {API_TOKEN: {description: Token}}   # was required",
      good: "environment: {API_TOKEN: {description: Token, required: true}}   # unchanged",
    },
  }),
  rule("variable-added", "catalog-kept", "INFO", ["POLICY"], {
    mirror: "variable-removed",
    points: ["environment"],
    message: ({ base, head }) =>
      list(added(base, head), (names) => `the server reads ${names} from its environment as well`),
    values: ({ base, head }) => added(base, head),
    explain: {
      why: "The server does what it did where the variable is not set.",
      bad: "environment: {API_URL: {description: Address of the API}}   # was not declared",
      good: "environment: {API_TOKEN: {description: Token of the API}}   # was Token",
    },
  }),
  rule("variable-removed", "catalog-kept", "WARN", ["POLICY"], {
    mirror: ["variable-added", "variable-required"],
    points: ["environment"],
    message: ({ base, head }) =>
      list(without(base, head), (names) => `the server does not read ${names} from its environment any more`),
    values: ({ base, head }) => without(base, head),
    help: () => "read the old name as well for a while, where it was only renamed",
    explain: {
      why: "What somebody set has no effect, and nothing tells them.",
      bad: "environment: {}   # was {API_URL: {description: Address of the API}}",
      good: "environment: {API_URL: {description: Address}}   # was {description: Address of the API}",
    },
  }),
  rule("variable-default-changed", "catalog-kept", "WARN", ["POLICY"], {
    mirror: "variable-default-changed",
    points: ["environment"],
    message: ({ base, head }) =>
      list(otherDefaults(base, head), (names) => `${names} has another default in the server's environment`),
    values: ({ base, head }) =>
      otherDefaults(base, head).map((name) => [
        name,
        variable(base, name)?.default ?? null,
        variable(head, name)?.default ?? null,
      ]),
    help: () => "keep the default, unless every server that relies on it should change",
    explain: {
      why: "A server whose configuration did not change does something else.",
      bad: "environment: {API_URL: {description: Address, default: https://two.example}}   # was https://one.example",
      good: "environment: {API_URL: {description: Address of the API, default: https://one.example}}   # was Address",
    },
  }),
];

type Environments = Pick<ComparedCatalog, "environment">;

function list(names: readonly string[], message: (names: string) => string): string | undefined {
  return names.length === 0 ? undefined : message(quotedList(names));
}

function names({ environment = [] }: Environments): readonly string[] {
  return environment.map(({ name }) => name);
}

function variable({ environment = [] }: Environments, name: string): EnvironmentVariable | undefined {
  return environment.find((one) => one.name === name);
}

function isRequired(catalog: Environments, name: string): boolean {
  return variable(catalog, name)?.required === true;
}

function nowRequired(base: Environments, head: Environments): readonly string[] {
  return names(head).filter((name) => isRequired(head, name) && !isRequired(base, name));
}

function nowOptional(base: Environments, head: Environments): readonly string[] {
  return names(head).filter((name) => !isRequired(head, name) && isRequired(base, name));
}

function added(base: Environments, head: Environments): readonly string[] {
  return names(head).filter((name) => variable(base, name) === undefined && !isRequired(head, name));
}

function without(base: Environments, head: Environments): readonly string[] {
  return names(base).filter((name) => variable(head, name) === undefined);
}

function otherDefaults(base: Environments, head: Environments): readonly string[] {
  return names(head).filter((name) => {
    const was = variable(base, name);
    return was !== undefined && was.default !== variable(head, name)?.default;
  });
}
