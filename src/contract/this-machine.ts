/**
 * Does a host name mean this machine, whatever the network says? Tokens may be sent to it without TLS.
 * @param hostname as `URL` has it: in lower case, IPv6 in brackets
 */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname);
}
