/** Checks that two contestants do the same work: one exchange with each, before the load. */
import { request as send } from 'node:http';
import zlib from 'node:zlib';

const DECODERS = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync };

/** The request of a workload for one server, with values that the server sent before: cookie, token, tag. */
export async function requestTo(port, { request, session, token, validate }) {
  const headers = { ...request.headers };
  if (session) {
    const { cookies } = await exchange(port, { path: '/login', headers: {} });
    headers.Cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
    if (headers.Cookie === '') throw new Error('there is no session');
  }
  if (token) {
    headers['X-CSRF-Token'] = (await exchange(port, { path: '/token', headers })).body;
  }
  if (validate) headers['If-None-Match'] = (await exchange(port, request)).headers.etag;
  return { ...request, headers };
}

/** @throws if status, coding or decoded body differ, or do not match the workload */
export function sameWork(name, { status = 200, coding, field, same = String }, [own, other]) {
  for (const [what, of] of Object.entries({
    status: (answer) => answer.status,
    coding: (answer) => answer.headers['content-encoding'],
    body: (answer) => (answer.status === 200 || answer.status === 206 ? same(answer.body) : ''),
  })) {
    if (of(own) !== of(other)) throw new Error(`${name}: ${what}: ${of(own)} and ${of(other)}`);
  }
  if (own.status !== status) throw new Error(`${name}: status ${own.status}, not ${status}`);
  if (own.headers['content-encoding'] !== coding) throw new Error(`${name}: not ${coding}`);
  for (const { headers } of [own, other]) {
    if (field !== undefined && headers[field] === undefined)
      throw new Error(`${name}: no ${field}`);
  }
}

/** @returns status, headers, cookies, and the decoded body as text */
export function exchange(port, { method = 'GET', path, headers }) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent: false };
    const outgoing = send(options, (incoming) => {
      const chunks = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const decode = DECODERS[incoming.headers['content-encoding']] ?? ((bytes) => bytes);
        resolve({
          status: incoming.statusCode,
          headers: incoming.headers,
          cookies: incoming.headers['set-cookie'] ?? [],
          body: String(decode(Buffer.concat(chunks))),
        });
      });
    });
    outgoing.on('error', reject).end();
  });
}
