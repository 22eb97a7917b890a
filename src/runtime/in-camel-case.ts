/** The members of an input under the names that JavaScript is used to: `include_hidden` is `includeHidden`. */
export type InCamelCase<Input> = Input extends unknown
  ? { readonly [Name in keyof Input as Name extends string ? CamelCase<Name> : Name]: Input[Name] }
  : never;

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/**
 * A server that moves over can keep the functions of its tools: the handler of a tool whose YAML says `include_hidden: {wire: includeHidden}`
 * gets `include_hidden`, and its old function takes `includeHidden`.
 *
 *     fromToolResult(await listDocs(inCamelCase(given)), (reason) => errors.listFailed({ reason }))
 *
 * Members of members keep their names.
 */
export function inCamelCase<Input extends object>(input: Input): InCamelCase<Input> {
  const renamed = Object.entries(input).map(([name, value]) => [
    name.replaceAll(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  // `Object.fromEntries` can't say what it makes of names.
  return Object.fromEntries(renamed) as InCamelCase<Input>;
}
