/** `{[key]: value}`, or `{}` when the value is absent: for properties that are left out rather than undefined. */
export function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  // A computed key of type K widens to string; the one key there is is K.
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}
