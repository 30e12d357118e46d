/** Checks that two contestants do the same work: one exchange with each, before the load. */
import zlib from 'node:zlib';
import { ask, cookieFrom } from '../http/server-process.js';

const DECODERS = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync };

/** The request of a workload for one server, with values that the server sent before: cookie, token, tag. */
export async function requestTo(port, { request, session, token, validate }) {
  const headers = { ...request.headers };
  if (session) headers.Cookie = await cookieFrom(port, { path: '/login' });
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

/** @returns status and headers, and the decoded body as text */
export async function exchange(port, request) {
  const { status, headers, body } = await ask(port, request);
  const decode = DECODERS[headers['content-encoding']] ?? ((bytes) => bytes);
  return { status, headers, body: String(decode(body)) };
}
