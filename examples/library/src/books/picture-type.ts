type Part = readonly [offset: number, bytes: string];

/** All parts of one are needed. */
const SIGNATURES: readonly (readonly [type: string, ...parts: readonly Part[]])[] = [
  ['image/png', [0, '\x89PNG\r\n\x1a\n']],
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']], // with the size between them
  ['image/gif', [0, 'GIF87a']],
  ['image/gif', [0, 'GIF89a']],
];

/** The media type of a picture from its first bytes, whatever its name or sender says; `null` for anything else. */
export function pictureType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const isOf = ([offset, text]: Part) => start.startsWith(text, offset);
  return SIGNATURES.find(([, ...parts]) => parts.every(isOf))?.[0] ?? null;
}
