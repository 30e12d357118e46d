/** One request to a server on this machine, on a new connection. */
import { once } from 'node:events';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

/** @returns the response: its body decoded, as bytes; `type` and `coding` are `''` if it has none */
export async function ask(port, { method = 'GET', path, headers: sent = {}, body: content }) {
  const length = content === undefined ? {} : { 'content-length': Buffer.byteLength(content) };
  const options = { host: '127.0.0.1', port, method, path, agent: false };
  const signal = AbortSignal.timeout(20_000);
  const outgoing = request({ ...options, signal, headers: { ...sent, ...length } }).end(content);
  const [incoming] = await once(outgoing, 'response');
  const received = Buffer.concat(await incoming.toArray());
  const { statusCode: status, headers } = incoming;
  const { 'content-type': type = '', 'content-encoding': coding = '' } = headers;
  const body = received.length === 0 ? received : (DECODERS[coding]?.(received) ?? received);
  return { status, type, coding, headers, body };
}

/** The header of a client that has sent a request, such as that of a login. */
export async function cookieFrom(port, request) {
  const { 'set-cookie': cookies } = (await ask(port, request)).headers;
  if (cookies === undefined) throw new Error(`${request.path} set no cookie`);
  return { Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
}
