import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

const PLAIN = Buffer.from('The same sentence, again and again. '.repeat(5));
const ENCODERS = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdFrame,
};
const CODINGS = [
  ...Object.keys(ENCODERS),
  'GZIP',
  'Br',
  'gzip, gzip',
  'gzip, br',
  'gzip,zstd',
  'identity',
  'unknown',
];

/**
 * Lets a server forward responses of `fetch` in each content coding. Their body must be as `Content-Encoding` says: coded as it
 * was sent, or plain without that header.
 *
 * @returns the problems, as sentences; `[]` if there are none
 */
export async function checkCodings(url) {
  const upstream = createServer((request, response) => {
    const coding = decodeURIComponent(request.url.slice(1));
    const body = encoded(coding);
    response.writeHead(200, { 'Content-Encoding': coding, 'Content-Length': body.length });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const problems = [];
  try {
    for (const coding of CODINGS) {
      const from = `http://127.0.0.1:${upstream.address().port}/${encodeURIComponent(coding)}`;
      const answer = await received(`${url}/whole/fetched?from=${encodeURIComponent(from)}`);
      if (answer !== null) problems.push(`a response of fetch with ${coding}: ${answer}`);
    }
  } finally {
    upstream.closeAllConnections();
    upstream.close();
  }
  return problems;
}

function encoded(codings) {
  return codings
    .split(',')
    .reduce(
      (bytes, coding) => (ENCODERS[coding.trim().toLowerCase()] ?? Buffer.from)(bytes),
      PLAIN,
    );
}

/** @returns what is wrong with a response, `null` if nothing is; `fetch` would decode its body */
async function received(url) {
  try {
    const [response] = await once(get(url, { agent: false }), 'response');
    const body = Buffer.concat(await response.toArray());
    const label = response.headers['content-encoding'];
    const stated = label === undefined ? PLAIN : encoded(label);
    if (response.statusCode === 200 && body.equals(stated)) return null;
    return `${response.statusCode}, ${label ?? 'no coding'}, ${body.length} bytes, of which ${PLAIN.length} are plain`;
  } catch (error) {
    return error.message;
  }
}

/** A frame of one block without compression (RFC 8878 3.1), of less than 256 bytes: Node 20 has no zstd. */
function zstdFrame(bytes) {
  const { length } = bytes;
  const block = (length << 3) | 1;
  const head = [0x28, 0xb5, 0x2f, 0xfd, 0x20, length, block & 0xff, block >> 8, 0];
  return Buffer.concat([Buffer.from(head), bytes]);
}
