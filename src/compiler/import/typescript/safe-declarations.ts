// Types of a source file → declarations that typebox-codegen may read. Its reader makes code of what it reads and runs it: property names,
// literals, comments. So nothing of the file reaches it: names are ours (`T1`), texts are places in a table (`s1`), comments are numbers of
// notes, and only forms that are named here are printed at all.

import {
  type EnumDeclaration,
  type InterfaceDeclaration,
  Node,
  type SourceFile,
  SyntaxKind,
  type TypeAliasDeclaration,
  type TypeNode,
} from "ts-morph";
import type { Loss } from "../loss.ts";
import { docsOf, type Note, readNote } from "./note.ts";

export interface LostType {
  readonly line: number;
  readonly keyword: string;
  readonly effect: Loss["effect"];
  readonly why: string;
  readonly instead: string;
}

/** What a root has beside its properties: a list of params, or one type. */
export interface Member {
  readonly name: string;
  readonly type: TypeNode | undefined;
  /** Printed where there is no type node. */
  readonly text?: string;
  readonly optional: boolean;
  readonly note: Note;
  /** What a report names where there is no type. */
  readonly place: Node;
}

export interface SafeDeclarations {
  /** @returns the name of a declaration of this type */
  readonly declareType: (type: TypeNode, scope?: Scope) => string;
  /** @returns the name of a declaration of an object with these members */
  readonly declareMembers: (members: readonly Member[], scope?: Scope) => string;
  readonly text: () => string;
  /** Texts by the number after `s`. */
  readonly strings: readonly string[];
  readonly notes: readonly Note[];
  /** Names as the author knows them, of declarations that have one. */
  readonly names: ReadonlyMap<string, string>;
  readonly noteOf: (name: string) => Note | undefined;
  readonly lost: readonly LostType[];
  /** Names of the file that something refers to. */
  readonly used: ReadonlySet<string>;
}

/** What type parameters stand for, as printed text. */
export type Scope = ReadonlyMap<string, string>;

type Declaration = InterfaceDeclaration | TypeAliasDeclaration | EnumDeclaration;

/** Where a reference stands: what is computed with needs the type itself, anything else only its name. */
type Position = "computed" | "member";

/** More would take the printer's reader too long. */
const maxWeight = 5_000;

/** Declarations, each with its type arguments: a type may have no end. */
const maxAliases = 1_000;

/** Types around a type. */
const maxDepth = 100;

const noScope: Scope = new Map();

export function openDeclarations(source: SourceFile): SafeDeclarations {
  const strings: string[] = [];
  const places = new Map<string, number>();
  const notes: Note[] = [];
  const lines: string[] = [];
  const names = new Map<string, string>();
  const noteOf = new Map<string, Note>();
  const aliases = new Map<string, string>();
  const weights = new Map<string, number>();
  const open = new Set<string>();
  const lost: LostType[] = [];
  const used = new Set<string>();
  const declared = new Map<string, Declaration>(
    [...source.getInterfaces(), ...source.getTypeAliases(), ...source.getEnums()].map((one) => [one.getName(), one]),
  );
  let count = 0;
  let weight = 0;
  let depth = 0;

  const token = (text: string): string => {
    const place = places.get(text) ?? strings.length;
    if (!places.has(text)) {
      places.set(text, place);
      strings.push(text);
    }
    return `s${place}`;
  };
  const literal = (text: string): string => `"${token(text)}"`;
  const lose = (
    node: Node,
    why: string,
    instead = "any JSON",
    effect: Loss["effect"] = "wider",
    keyword = "type",
  ): string => {
    lost.push({ line: node.getStartLineNumber(), keyword, effect, why, instead });
    return "unknown";
  };
  const comment = (note: Note): string => `/** @n ${notes.push(note) - 1}\n */ `;

  function declare(name: string, print: () => string): string {
    const before = weight;
    weight = 1;
    open.add(name);
    const text = print();
    open.delete(name);
    weights.set(name, weight);
    weight = before;
    lines.push(`type ${name} = ${text};`);
    return name;
  }

  /** A declaration of the file, once for each list of type arguments. */
  function declareNamed(name: string, declaration: Declaration, args: readonly string[]): string | undefined {
    const key = JSON.stringify([name, ...args]);
    const known = aliases.get(key);
    if (known !== undefined) return known;
    if (aliases.size >= maxAliases) return undefined;
    const alias = `T${++count}`;
    aliases.set(key, alias);
    names.set(alias, args.length === 0 ? name : `${name}Of${args.map(nameOfText).join("And")}`);
    noteOf.set(alias, readNote(docsOf(declaration), declaration.getStartLineNumber()));
    if (Node.isEnumDeclaration(declaration)) return declare(alias, () => printEnum(declaration));
    const params = declaration.getTypeParameters();
    const scope = new Map(
      params.map((param, index) => {
        const fallback = param.getDefault() ?? param.getConstraint();
        const given = args[index] ?? (fallback === undefined ? undefined : print(fallback, noScope, "computed"));
        return [param.getName(), given ?? lose(param, `the type parameter '${param.getName()}' has no default`)];
      }),
    );
    if (Node.isTypeAliasDeclaration(declaration)) {
      return declare(alias, () => printOptional(declaration.getTypeNode(), declaration, scope, "computed"));
    }
    return declare(alias, () => {
      const bases = declaration.getExtends().map((base) => {
        const expression = base.getExpression();
        const given = base.getTypeArguments().map((argument) => print(argument, scope, "computed"));
        if (Node.isIdentifier(expression)) return reference(expression.getText(), base, given, "computed");
        return lose(base, `'${shortText(base)}' can't be extended`);
      });
      const own = printMembers(declaration.getMembers(), scope);
      return [...bases, own].map((part) => (bases.length === 0 ? part : `(${part})`)).join(" & ");
    });
  }

  /** The words of a printed argument, for the name of an instance. */
  function nameOfText(text: string): string {
    const words = text.replaceAll(/"?([rst])(\d+)"?/gi, (_, kind: string, place: string) => {
      const found = kind === "s" ? strings[Number(place)] : names.get(`T${place}`);
      return ` ${found ?? "part"} `;
    });
    return (
      words
        .split(/[^A-Za-z0-9]+/)
        .filter((word) => word !== "")
        .slice(0, 4)
        .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
        .join("") || "Part"
    );
  }

  function printEnum(declaration: EnumDeclaration): string {
    let next = 0;
    const values = declaration.getMembers().map((member) => {
      const value = member.getInitializer();
      if (value === undefined) return String(next++);
      if (Node.isStringLiteral(value) || Node.isNoSubstitutionTemplateLiteral(value)) {
        return literal(value.getLiteralValue());
      }
      const number = numberText(value);
      if (number === undefined) return lose(member, `the value of '${shortText(member)}' is computed`);
      next = Number(number) + 1;
      return number;
    });
    return values.length === 0 ? "never" : values.join(" | ");
  }

  function printMembers(members: readonly Node[], scope: Scope): string {
    const fields: string[] = [];
    const open: string[] = [];
    for (const member of members) {
      if (Node.isIndexSignatureDeclaration(member)) {
        open.push(printOptional(member.getReturnTypeNode(), member, scope, "member"));
        continue;
      }
      if (!Node.isPropertySignature(member)) {
        lose(member, `'${shortText(member)}' is a function`, "nothing", "dropped", "method");
        continue;
      }
      const type = member.getTypeNode();
      const name = propertyName(member.getNameNode());
      if (name === undefined) {
        lose(member, `the name of '${shortText(member)}' is computed`, "nothing", "dropped", "property");
        continue;
      }
      if (type !== undefined && (Node.isFunctionTypeNode(type) || type.getText() === "Function")) {
        lose(member, `'${shortText(member)}' is a function`, "nothing", "dropped", "method");
        continue;
      }
      const note = readNote(docsOf(member), member.getStartLineNumber());
      fields.push(field({ name, type, optional: member.hasQuestionToken(), note, place: member }, scope));
    }
    if (fields.length === 0) return `Record<string, ${open[0] ?? "unknown"}>`;
    if (open.length > 0 && members[0] !== undefined) {
      lose(members[0], "members beside the named ones have a type", "members of any type", "wider", "index signature");
    }
    return `{ ${fields.join("; ")} }`;
  }

  function field(member: Member, scope: Scope): string {
    const { options, mayBeAbsent } = withoutUndefined(member.type);
    const mark = member.optional || mayBeAbsent ? "?" : "";
    const text =
      member.text ??
      (options === undefined
        ? printOptional(undefined, member.place, scope, "member")
        : options.map((option) => print(option, scope, "member")).join(" | "));
    return `${comment(member.note)}${token(member.name)}${mark}: ${text}`;
  }

  function printOptional(type: TypeNode | undefined, place: Node, scope: Scope, position: Position): string {
    if (type !== undefined) return print(type, scope, position);
    return lose(place, `'${shortText(place)}' has no type`, "any JSON", "assumed");
  }

  function print(type: TypeNode, scope: Scope, position: Position): string {
    if (depth >= maxDepth) return lose(type, "the type is nested too deep");
    depth++;
    const text = printDeeper(type, scope, position);
    depth--;
    return text;
  }

  function printDeeper(type: TypeNode, scope: Scope, position: Position): string {
    if (weight >= maxWeight) return lose(type, "the type is too large");
    weight++;
    if (Node.isParenthesizedTypeNode(type)) return `(${print(type.getTypeNode(), scope, position)})`;
    if (Node.isTypeLiteral(type)) return printMembers(type.getMembers(), scope);
    if (Node.isArrayTypeNode(type)) return `Array<${print(type.getElementTypeNode(), scope, "member")}>`;
    if (Node.isUnionTypeNode(type)) {
      const { options = [] } = withoutUndefined(type);
      return options.length === 0 ? "null" : `(${options.map((one) => print(one, scope, position)).join(" | ")})`;
    }
    if (Node.isIntersectionTypeNode(type)) {
      const parts = type.getTypeNodes().filter((part) => !isBrand(part));
      if (parts.length < type.getTypeNodes().length) lose(type, "a brand is not part of JSON", "the type itself");
      return `(${parts.map((part) => print(part, scope, position)).join(" & ")})`;
    }
    if (Node.isTupleTypeNode(type)) return printTuple(type.getElements(), scope);
    if (Node.isLiteralTypeNode(type)) return printLiteral(type.getLiteral());
    if (Node.isTemplateLiteralTypeNode(type)) {
      lose(type, "the form of a text is a template", "any text");
      return "string";
    }
    if (Node.isTypeOperatorTypeNode(type)) {
      const operator = type.getOperator();
      if (operator === SyntaxKind.ReadonlyKeyword) return print(type.getTypeNode(), scope, position);
      if (operator === SyntaxKind.KeyOfKeyword) return `(keyof ${lift(type.getTypeNode(), scope)})`;
      return lose(type, `'${shortText(type)}' has no form in JSON`);
    }
    if (Node.isIndexedAccessTypeNode(type)) {
      const words = constWords(type.getObjectTypeNode(), type.getIndexTypeNode());
      if (words !== undefined) return `(${words.map(literal).join(" | ")})`;
      const members = indexedTypes(type.getObjectTypeNode(), type.getIndexTypeNode());
      if (members === undefined) return lose(type, `'${shortText(type)}' is not read`);
      return `(${members.map((member) => print(member, noScope, position)).join(" | ")})`;
    }
    if (Node.isMappedTypeNode(type)) {
      const param = type.getTypeParameter();
      const keys = param.getConstraint();
      const value = type.getTypeNode();
      if (keys === undefined || value === undefined || type.getNameTypeNode() !== undefined) {
        return lose(type, `'${shortText(type)}' is not read`);
      }
      const key = `K${++count}`;
      const inner = new Map([...scope, [param.getName(), key]]);
      const mark = type.getQuestionToken() === undefined ? "" : "?";
      return `{ [${key} in ${print(keys, scope, "computed")}]${mark}: ${print(value, inner, "member")} }`;
    }
    if (Node.isTypeReference(type)) {
      const given = type.getTypeArguments();
      return printReference(type.getTypeName(), given, type, scope, position);
    }
    return printKeyword(type);
  }

  function printTuple(elements: readonly TypeNode[], scope: Scope): string {
    const texts = elements.map((element) => {
      if (Node.isNamedTupleMember(element)) {
        if (element.hasQuestionToken() || element.getDotDotDotToken() !== undefined) {
          return lose(element, "an element that may be absent");
        }
        return print(element.getTypeNode(), scope, "member");
      }
      if (element.getKind() === SyntaxKind.OptionalType || element.getKind() === SyntaxKind.RestType) {
        return lose(element, "an element that may be absent");
      }
      return print(element, scope, "member");
    });
    return `[${texts.join(", ")}]`;
  }

  function printLiteral(value: Node): string {
    if (Node.isStringLiteral(value) || Node.isNoSubstitutionTemplateLiteral(value)) {
      return literal(value.getLiteralValue());
    }
    if (Node.isTrueLiteral(value) || Node.isFalseLiteral(value)) return value.getText() === "true" ? "true" : "false";
    if (Node.isNullLiteral(value)) return "null";
    return numberText(value) ?? lose(value, `'${shortText(value)}' has no form in JSON`);
  }

  function printKeyword(type: TypeNode): string {
    switch (type.getKind()) {
      case SyntaxKind.StringKeyword:
        return "string";
      case SyntaxKind.NumberKeyword:
        return "number";
      case SyntaxKind.BooleanKeyword:
        return "boolean";
      case SyntaxKind.NeverKeyword:
        return "never";
      case SyntaxKind.AnyKeyword:
      case SyntaxKind.UnknownKeyword:
        return "unknown";
      case SyntaxKind.ObjectKeyword:
        return "Record<string, unknown>";
      case SyntaxKind.UndefinedKeyword:
      case SyntaxKind.VoidKeyword:
        return "null";
      case SyntaxKind.BigIntKeyword:
        lose(type, "JSON has no bigint", "an integer", "assumed");
        return "bigint";
      default:
        return lose(type, `'${shortText(type)}' is not read`);
    }
  }

  function printReference(
    name: Node,
    given: readonly TypeNode[],
    place: Node,
    scope: Scope,
    position: Position,
  ): string {
    const text = name.getText();
    const own = declared.get(text);
    const param = scope.get(text);
    if (!Node.isIdentifier(name)) {
      const member = /^(\w+)\.(\w+)$/.exec(text);
      const owner = member === null ? undefined : declared.get(member[1] ?? "");
      const value = Node.isEnumDeclaration(owner) ? owner.getMember(member?.[2] ?? "")?.getInitializer() : undefined;
      return value === undefined ? lose(place, `'${shortText(place)}' is not declared here`) : printLiteral(value);
    }
    if (param !== undefined) return param;
    if (own === undefined) {
      const first = given[0];
      if (first !== undefined && (text === "Array" || text === "ReadonlyArray")) {
        return `Array<${print(first, scope, "member")}>`;
      }
      if (first !== undefined && ["Promise", "PromiseLike", "Awaited", "Readonly"].includes(text)) {
        return print(first, scope, position);
      }
      const second = given[1];
      if (text === "Record" && first !== undefined && second !== undefined) {
        return `Record<${print(first, scope, "computed")}, ${print(second, scope, "member")}>`;
      }
    }
    return reference(
      text,
      place,
      given.map((argument) => print(argument, scope, "computed")),
      position,
    );
  }

  function reference(name: string, place: Node, args: readonly string[], position: Position): string {
    const declaration = declared.get(name);
    if (declaration !== undefined) {
      used.add(name);
      const alias = declareNamed(name, declaration, args);
      if (alias === undefined) return lose(place, "the file makes too many types");
      // A type that is not finished yet has no value; its name is enough for members.
      if (position === "member") return `"r${alias.slice(1)}"`;
      if (open.has(alias)) return lose(place, `'${name}' is computed from itself`);
      const added = weights.get(alias) ?? 1;
      if (weight + added > maxWeight) return lose(place, "the type is too large");
      weight += added;
      return alias;
    }
    const [first, second] = args;
    if (first !== undefined && second === undefined && (name === "Partial" || name === "Required")) {
      return `${name}<${first}>`;
    }
    if (first !== undefined && name === "NonNullable") return `Exclude<${first}, null>`;
    if (first !== undefined && second !== undefined && /^(?:Pick|Omit|Exclude|Extract)$/.test(name)) {
      return `${name}<${first}, ${second}>`;
    }
    switch (name) {
      case "Date":
        lose(place, "JSON has no date", "a text in the format date-time", "assumed");
        return "Date";
      case "Uint8Array":
      case "Buffer":
        lose(place, "JSON has no bytes", "a text in base64", "assumed");
        return "Uint8Array";
      case "String":
      case "Number":
      case "Boolean":
        return name.toLowerCase();
      case "Object":
        return "Record<string, unknown>";
      default:
        return lose(place, `'${shortText(place)}' is not declared here`);
    }
  }

  /** A declaration of its own: what is computed with is given by name. */
  function lift(type: TypeNode, scope: Scope): string {
    const text = print(type, scope, "computed");
    return /^T\d+$/.test(text) ? text : declare(`T${++count}`, () => text);
  }

  /** `(typeof words)[number]` of `const words = ["a", "b"] as const`. */
  function constWords(owner: TypeNode, index: TypeNode): readonly string[] | undefined {
    const query = bare(owner);
    if (!Node.isTypeQuery(query) || index.getKind() !== SyntaxKind.NumberKeyword) return undefined;
    const value = source.getVariableDeclaration(query.getExprName().getText())?.getInitializer();
    if (!Node.isAsExpression(value) || value.getTypeNode()?.getText() !== "const") return undefined;
    const list = value.getExpression();
    if (!Node.isArrayLiteralExpression(list)) return undefined;
    const words = list.getElements().map((one) => (Node.isStringLiteral(one) ? one.getLiteralValue() : undefined));
    return words.every((word) => word !== undefined) ? words : undefined;
  }

  /** Types of the members of `Line["kind"]` or `Line[keyof Line]`, of an object that is written out. */
  function indexedTypes(owner: TypeNode, index: TypeNode): readonly TypeNode[] | undefined {
    const target = bare(owner);
    if (!Node.isTypeReference(target) || target.getTypeArguments().length > 0) return undefined;
    const name = target.getTypeName().getText();
    const declaration = declared.get(name);
    const body = Node.isTypeAliasDeclaration(declaration) ? declaration.getTypeNode() : declaration;
    if (!Node.isInterfaceDeclaration(body) && !Node.isTypeLiteral(body)) return undefined;
    if (Node.isInterfaceDeclaration(body) && body.getExtends().length + body.getTypeParameters().length > 0)
      return undefined;
    const isAll = Node.isTypeOperatorTypeNode(index) && bare(index.getTypeNode()).getText() === name;
    const wanted = Node.isLiteralTypeNode(index) ? index.getLiteral() : undefined;
    const key = Node.isStringLiteral(wanted) ? wanted.getLiteralValue() : undefined;
    if (!isAll && key === undefined) return undefined;
    const types = body
      .getProperties()
      .filter((property) => isAll || propertyName(property.getNameNode()) === key)
      .map((property) => property.getTypeNode());
    used.add(name);
    return types.length > 0 && types.every((one) => one !== undefined) ? types : undefined;
  }

  return {
    declareType: (type, scope = noScope) => declare(`T${++count}`, () => print(type, scope, "computed")),
    declareMembers: (members, scope = noScope) =>
      declare(`T${++count}`, () =>
        members.length === 0
          ? "Record<string, unknown>"
          : `{ ${members.map((member) => field(member, scope)).join("; ")} }`,
      ),
    text: () => `${lines.join("\n")}\n`,
    strings,
    notes,
    names,
    noteOf: (name) => noteOf.get(name),
    lost,
    used,
  };
}

/** The name of a property as text; undefined where it is computed. */
export function propertyName(name: Node): string | undefined {
  if (Node.isIdentifier(name)) return name.getText();
  if (Node.isStringLiteral(name) || Node.isNoSubstitutionTemplateLiteral(name)) return name.getLiteralValue();
  if (Node.isNumericLiteral(name)) return String(name.getLiteralValue());
  if (!Node.isComputedPropertyName(name)) return undefined;
  const inner = name.getExpression();
  return Node.isStringLiteral(inner) ? inner.getLiteralValue() : undefined;
}

/** A type or expression in one short line. */
export function shortText(node: Node): string {
  const text = node.getText().replaceAll(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function numberText(value: Node): string | undefined {
  const text = value.getText();
  return /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
    ? String(Number(text))
    : undefined;
}

function bare(type: TypeNode): TypeNode {
  return Node.isParenthesizedTypeNode(type) ? bare(type.getTypeNode()) : type;
}

/** `T | undefined` is T that may be absent. */
export function withoutUndefined(type: TypeNode | undefined): {
  readonly options: readonly TypeNode[] | undefined;
  readonly mayBeAbsent: boolean;
} {
  if (type === undefined) return { options: undefined, mayBeAbsent: false };
  if (!Node.isUnionTypeNode(type)) return { options: [type], mayBeAbsent: false };
  const all = type.getTypeNodes();
  const options = all.filter((option) => {
    const kind = option.getKind();
    return kind !== SyntaxKind.UndefinedKeyword && kind !== SyntaxKind.VoidKeyword;
  });
  return { options, mayBeAbsent: options.length < all.length };
}

/** `{ readonly __brand: "Id" }` */
function isBrand(type: TypeNode): boolean {
  if (!Node.isTypeLiteral(type)) return false;
  const members = type.getMembers();
  return (
    members.length > 0 &&
    members.every((one) => Node.isPropertySignature(one) && /^(?:_+\w*brand|_tag|__type|\[)/i.test(one.getName()))
  );
}
