import type { Json } from "../contract/json.ts";

/**
 * What a value must be besides fitting its type: at any depth it has only the keys that the type declares. TypeScript itself
 * looks at the keys of fresh literals alone, and not where their type is inferred; here a key too many is an error at the
 * key, or at the argument where it comes in by a spread. Options of a union are those that the value fits.
 */
export type Declared<Value, Output> =
  Equal<Value, Output> extends true
    ? unknown
    : Json extends Output
      ? unknown
      : Value extends readonly unknown[]
        ? { readonly [Index in keyof Value]: Declared<Value[Index], ItemOf<OptionFor<Value, Output>>> }
        : Value extends object
          ? DeclaredKeys<Value, OptionFor<Value, Output>>
          : unknown;

type DeclaredKeys<Value, Output> = [Output] extends [never]
  ? unknown
  : {
      readonly [Key in keyof Value]: Key extends KeyOf<Output>
        ? Declared<Value[Key], MemberOf<Output, Key>>
        : NotDeclaredInResultOfYaml<Key>;
    };

/** The type of a key that the result of the tool does not declare, in its YAML: no value has it. The type checker shows the name alone. */
export interface NotDeclaredInResultOfYaml<Key> {
  readonly "not declared in the result": Key;
}

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type OptionFor<Value, Output> = Output extends unknown ? (Value extends Output ? Output : never) : never;
type ItemOf<Output> = Output extends readonly (infer Item)[] ? Item : never;
type KeyOf<Output> = Output extends unknown ? keyof Output : never;
type MemberOf<Output, Key> = Output extends unknown ? (Key extends keyof Output ? Output[Key] : never) : never;
