/** Encodes text as UTF-8. */
export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
