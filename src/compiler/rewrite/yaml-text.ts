/** A text as a YAML scalar that means the same in a block and in braces: plain where that is safe, else in double quotes. */
export function yamlText(text: string): string {
  const isPlain = /^[A-Za-z][A-Za-z0-9 _.;-]*$/.test(text) && !text.endsWith(" ");
  return isPlain && !/^(true|false|null)$/i.test(text) ? text : JSON.stringify(text);
}
