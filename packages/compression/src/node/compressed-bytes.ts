import { Buffer } from 'node:buffer';
import type { ZlibStream } from './zlib-codings.js';

/** Compresses bytes in memory. Rejects with the compressor's error. */
export function compressedBytes(
  content: Uint8Array | string,
  stream: ZlibStream,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    stream.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    stream.once('end', () => {
      resolve(Buffer.concat(chunks));
    });
    stream.once('error', reject);
    stream.end(content);
  });
}
