/**
 * URI templates of level 1 (RFC 6570): literal text and `{variable}`s, of which each stands for a part without `/`, `?` and `#`,
 * percent-encoded.
 */
export interface UriTemplate {
  readonly parts: readonly (string | { readonly variable: string })[];
  /** As the end of the sentence "'…' …"; the parts are useless then. */
  readonly problem?: string;
}

export function parseUriTemplate(text: string): UriTemplate {
  const parts: (string | { readonly variable: string })[] = [];
  const seen = new Set<string>();
  for (const [part] of text.matchAll(/\{[^{}]*\}|[^{}]+|[{}]/g)) {
    if (part === "{" || part === "}") return { parts: [], problem: "has a brace without its other half" };
    if (!part.startsWith("{")) {
      parts.push(part);
      continue;
    }
    const variable = part.slice(1, -1);
    if (!/^(?!__proto__$)[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
      return { parts: [], problem: `has '${part}'; a variable is one name such as {id}` };
    }
    if (seen.has(variable)) return { parts: [], problem: `has '${part}' twice` };
    if (typeof parts.at(-1) === "object") return { parts: [], problem: `has nothing before '${part}' to tell it by` };
    seen.add(variable);
    parts.push({ variable });
  }
  return seen.size === 0 ? { parts, problem: "has no variable; write it as uri" } : { parts };
}

/**
 * The values of the variables in a URI, decoded. A variable ends where the text after it occurs first.
 * @returns undefined for a URI that is not one of the template
 */
export function matchUri({ parts }: UriTemplate, uri: string): { readonly [variable: string]: string } | undefined {
  const values: { [variable: string]: string } = {};
  let from = 0;
  for (const [index, part] of parts.entries()) {
    if (typeof part === "string") {
      if (!uri.startsWith(part, from)) return undefined;
      from += part.length;
      continue;
    }
    const to = endOf(parts[index + 1], index + 2 >= parts.length, uri, from);
    const value = decoded(uri.slice(from, to));
    if (to <= from || value === undefined) return undefined;
    values[part.variable] = value;
    from = to;
  }
  return from === uri.length ? values : undefined;
}

/** Where the text `next` begins, which comes after a variable; -1 where it does not. */
function endOf(next: UriTemplate["parts"][number] | undefined, isLast: boolean, uri: string, from: number): number {
  if (typeof next !== "string") return uri.length;
  return isLast ? uri.length - next.length : uri.indexOf(next, from + 1);
}

function decoded(text: string): string | undefined {
  if (/[/?#]/.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoded: no URI of the template.
    return undefined;
  }
}
