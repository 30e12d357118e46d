/** Several chunks as one; a single chunk is not copied. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
