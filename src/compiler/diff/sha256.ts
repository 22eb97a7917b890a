/**
 * SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal. The core is pure, so it can't ask Node for it.
 * @see FIPS 180-4, section 6.2
 */
export function sha256(text: string): string {
  const state = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
  const bytes = padded(new TextEncoder().encode(text));
  const view = new DataView(bytes.buffer);
  const words = new Uint32Array(64);
  for (let block = 0; block < bytes.length; block += 64) {
    for (let index = 0; index < 16; index++) words[index] = view.getUint32(block + 4 * index);
    for (let index = 16; index < 64; index++) {
      const a = words[index - 15] ?? 0;
      const b = words[index - 2] ?? 0;
      const small0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const small1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      words[index] = ((words[index - 16] ?? 0) + small0 + (words[index - 7] ?? 0) + small1) | 0;
    }
    mix(state, words);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** One block: 64 rounds over the eight words of the state. */
function mix(state: number[], words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < 64; round++) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + big1 + ((e & f) ^ (~e & g)) + (constants[round] ?? 0) + (words[round] ?? 0)) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = ((state[index] ?? 0) + word) | 0;
  });
}

/** The bytes, a one bit, zeros, and the length in bits, to a whole number of blocks. */
function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  new DataView(whole.buffer).setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n);
  return whole;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const constants = primes(64).map((prime) => fraction(Math.cbrt(prime)));

function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32) | 0;
}

function primes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}
