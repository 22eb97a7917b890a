import type { Diagnostic, TextEdit } from "../../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../../diagnostics/source-file.ts";

// Findings without the texts that they point into: those are on disk, unchanged.

type Stored<T> = T extends SourceFile
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Stored<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Stored<T[Key]> }
      : T;

/** A diagnostic with the path of a file in place of the file. */
export type StoredFinding = Stored<Diagnostic>;

export function storeFinding(finding: Diagnostic): StoredFinding {
  const { span, related, fix, ...rest } = finding;
  return {
    ...rest,
    ...(span === undefined ? {} : { span: storeSpan(span) }),
    ...(related === undefined ? {} : { related: related.map((each) => ({ ...each, span: storeSpan(each.span) })) }),
    ...(fix === undefined ? {} : { fix: { ...fix, edits: fix.edits.map(storeEdit) } }),
  };
}

export function readFinding(stored: StoredFinding, fileAt: (path: string) => SourceFile): Diagnostic {
  const { span, related, fix, ...rest } = stored;
  const spanOf = (each: Stored<Span>): Span => ({ ...each, file: fileAt(each.file) });
  const editOf = (edit: Stored<TextEdit>): TextEdit => ({ ...edit, span: spanOf(edit.span) });
  return {
    ...rest,
    ...(span === undefined ? {} : { span: spanOf(span) }),
    ...(related === undefined ? {} : { related: related.map((each) => ({ ...each, span: spanOf(each.span) })) }),
    ...(fix === undefined ? {} : { fix: { ...fix, edits: fix.edits.map(editOf) } }),
  };
}

/** Every file that a finding points into. */
export function filesOf({ span, related = [], fix }: Diagnostic): readonly SourceFile[] {
  const edits = fix?.edits ?? [];
  return [...(span === undefined ? [] : [span]), ...[...related, ...edits].map((each) => each.span)].map(
    ({ file }) => file,
  );
}

function storeSpan(span: Span): Stored<Span> {
  return { ...span, file: span.file.path };
}

function storeEdit(edit: TextEdit): Stored<TextEdit> {
  return { ...edit, span: storeSpan(edit.span) };
}
