/**
 * The platform alone with what Mortise promises for a JSON body: bytes that are checked as UTF-8, and headers within
 * limits. What a framework that keeps these cannot save.
 */
import { serve } from './serve.js';

const { Headers, Response, TextDecoder } = globalThis;
const HEADERS = new Headers({ 'content-type': 'application/json' });
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

serve((request) => (request.method === 'GET' ? new Response('ready') : echo(request)));

async function echo(request) {
  const { headers } = request;
  if (sizeOf(headers) > 16_384 || headers.has('transfer-encoding')) return refused(431);
  if (Number(headers.get('content-length')) > 1_048_576) return refused(413);
  const data = JSON.parse(utf8.decode(await request.bytes()));
  return new Response(JSON.stringify(data), { headers: HEADERS });
}

function refused(status) {
  return new Response(null, { status });
}

function sizeOf(headers) {
  const raw = [];
  let size = 0;
  headers.forEach((value, name) => {
    raw.push(name, value);
    size += name.length + value.length;
  });
  return raw.length > 400 ? Infinity : size;
}
