/** An address without what stands before '@' of its authority: in ann:secret@example.com:acme/atlas.git that is a secret. */
export function withoutUser(address: string): string {
  return address.replace(/^(\s*[a-z][a-z0-9+.-]*:\/\/)?[^/]*@/iu, "$1");
}
