import type { BodySource, RequestSource } from '@mortise/http-message';

/** A request for the root of `h.test`, but for what is given. */
export function sourceOf(parts: Partial<RequestSource> = {}): RequestSource {
  return {
    method: 'GET',
    target: '/',
    protocolVersion: '1.1',
    rawHeaders: ['Host', 'h.test'],
    scheme: 'http',
    host: 'h.test',
    remoteAddress: '192.0.2.1',
    remotePort: 50000,
    localAddress: '192.0.2.2',
    localPort: 80,
    body: null,
    ...parts,
  };
}

/** A source whose members count how often each is read. */
export function countingSource(source: RequestSource): {
  source: RequestSource;
  reads: Record<string, number>;
} {
  const reads: Record<string, number> = {};
  const counting = new Proxy(source, {
    get(target, key, receiver) {
      // Marks are symbols: they are no members of the contract, and cost nothing to read.
      if (typeof key === 'string') reads[key] = (reads[key] ?? 0) + 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  return { source: counting, reads };
}

/** A body in chunks, with a record of what was asked of it. */
export function bodyOf(
  chunks: readonly Uint8Array[],
  size: number | null = null,
): { body: BodySource; asked: string[] } {
  const asked: string[] = [];
  let at = 0;
  const body: BodySource = {
    size,
    bytes: () => {
      asked.push('bytes');
      return Promise.resolve(Buffer.concat(chunks));
    },
    [Symbol.asyncIterator]: () => ({
      next: () => {
        asked.push('next');
        const value = chunks[at++];
        return Promise.resolve(
          value === undefined ? { done: true, value: undefined } : { done: false, value },
        );
      },
      return: () => {
        asked.push('return');
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  };
  return { body, asked };
}
