/** An environment variable that a catalog declares, for its host. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly description: string;
  /** The server does not start without it. */
  readonly required?: true;
  /** Its value is masked in logs and errors. */
  readonly secret?: true;
  /** Where it is not set. */
  readonly default?: string;
}

/** The values of an environment; an empty one counts as not set, because a configuration's empty entry means that. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment with the defaults of the variables that are not set; those that are declared and empty are left out. */
export function completeEnvironment(declared: readonly EnvironmentVariable[], env: Environment): Environment {
  const completed = Object.entries(env).filter(([name]) => declared.every((variable) => variable.name !== name));
  return Object.fromEntries([
    ...completed,
    ...declared.map(({ name, default: otherwise }) => [name, setValue(env, name) ?? otherwise]),
  ]);
}

/** The required variables that are not set. */
export function missingVariables(
  declared: readonly EnvironmentVariable[],
  env: Environment,
): readonly EnvironmentVariable[] {
  return declared.filter(({ name, required }) => required === true && setValue(env, name) === undefined);
}

/** One sentence without an end mark: "the environment variable INVOICES_TOKEN is not set (token of the invoice service)". */
export function missingText(missing: readonly EnvironmentVariable[]): string {
  const names = missing.map(({ name, description }) => `${name} (${description})`);
  return missing.length === 1
    ? `the environment variable ${names[0]} is not set`
    : `${missing.length} environment variables are not set: ${names.join(", ")}`;
}

/** The same with how to set them, for the person whose command needs them. */
export function missingHere(missing: readonly EnvironmentVariable[]): string {
  const [first] = missing;
  if (first === undefined) return missingText(missing);
  return `${missingText(missing)}; set ${missing.length === 1 ? "it" : "them"} in the environment of this command, as by 'export ${first.name}=…'`;
}

/** Replaces the values of secret variables in a text; undefined where no secret is set. Values under 4 characters stay. */
export function secretMask(
  declared: readonly EnvironmentVariable[],
  env: Environment,
): ((text: string) => string) | undefined {
  const values = declared
    .flatMap(({ name, secret }) => (secret === true ? [setValue(env, name) ?? ""] : []))
    .filter((value) => value.length >= 4)
    // A secret that contains another one is replaced as a whole.
    .sort((one, other) => other.length - one.length);
  if (values.length === 0) return undefined;
  // As it is, and as it stands within JSON.
  const forms = values.flatMap((value) => [...new Set([value, JSON.stringify(value).slice(1, -1)])]);
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, "[secret]"), text);
}

/** The value of a variable that is set. */
export function setValue(env: Environment, name: string): string | undefined {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  return value === "" ? undefined : value;
}
