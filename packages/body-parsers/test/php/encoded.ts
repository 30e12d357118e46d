import { gunzipSync } from 'node:zlib';

/** How the fixtures write text and bytes. */
export type Encoded = string | { readonly $b64: string } | { readonly $gz64: string };

export function bytesOf(encoded: Encoded): Buffer {
  if (typeof encoded === 'string') return Buffer.from(encoded);
  return '$b64' in encoded
    ? Buffer.from(encoded.$b64, 'base64')
    : gunzipSync(Buffer.from(encoded.$gz64, 'base64'));
}
