import type { BodySource, RequestSource } from '@mortise/http-message';

/** A POST with a body that comes in chunks. @param size announced in advance; default: all of it */
export function postOf(
  contentType: string,
  chunks: readonly (string | Uint8Array)[],
  size: number | null = sizeOf(chunks),
  rawHeaders: readonly string[] = [],
): RequestSource {
  return {
    method: 'POST',
    target: '/',
    protocolVersion: '1.1',
    rawHeaders: ['Host', 'h.test', 'Content-Type', contentType, ...rawHeaders],
    scheme: 'http',
    host: 'h.test',
    remoteAddress: null,
    remotePort: null,
    localAddress: null,
    localPort: null,
    body: bodyOf(chunks.map(bytesOf), size),
  };
}

function bodyOf(chunks: readonly Uint8Array[], size: number | null): BodySource {
  return {
    size,
    bytes: () => Promise.resolve(new Uint8Array(Buffer.concat(chunks))),
    async *[Symbol.asyncIterator]() {
      for (const chunk of chunks) yield await Promise.resolve(chunk);
    },
  };
}

function sizeOf(chunks: readonly (string | Uint8Array)[]): number {
  return chunks.reduce((sum, chunk) => sum + bytesOf(chunk).length, 0);
}

function bytesOf(chunk: string | Uint8Array): Uint8Array {
  return typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
}
