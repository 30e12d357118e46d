/** Requests as an adapter makes them, without a socket. */

/** @param {object} facts `target`, `method`, `rawHeaders`, and the bytes of the `body`; `null`, or absent, for none */
export function arrival({
  method = 'GET',
  target = '/',
  rawHeaders = ['Host', 'h.test'],
  body = null,
} = {}) {
  // One literal: V8 would make a hash table of an object from several, whose members take longer to read.
  return {
    method,
    target,
    protocolVersion: '1.1',
    rawHeaders,
    scheme: 'http',
    host: 'h.test',
    remoteAddress: '192.0.2.1',
    remotePort: 50_000,
    localAddress: '192.0.2.2',
    localPort: 80,
    body: body === null ? null : arrived(body),
  };
}

function arrived(bytes) {
  return {
    size: bytes.length,
    bytes: () => Promise.resolve(bytes),
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
  };
}
