// A body of the type multipart/form-data. @see RFC 7578, 4

export interface Part {
  readonly name: string;
  readonly fileName?: string;
  readonly contentType?: string;
  readonly content: string | Uint8Array;
}

/** @param boundary stands in no content */
export function multipartBody(parts: readonly Part[], boundary: string): Uint8Array<ArrayBuffer> {
  const texts = parts.flatMap(({ name, fileName, contentType, content }) => {
    const file = fileName === undefined ? "" : `; filename="${quoted(fileName)}"`;
    const type = contentType === undefined ? "" : `\r\nContent-Type: ${contentType}`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}${type}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from("\r\n")];
  });
  return new Uint8Array(Buffer.concat([...texts, Buffer.from(`--${boundary}--\r\n`)]));
}

/** As browsers do it, so that no name ends its header. @see the HTML standard, "multipart/form-data encoding algorithm" */
function quoted(name: string): string {
  return name.replaceAll(/[\r\n"]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}
