/** One sample of `small-bodies.js`, in its own process: microseconds of CPU time for one body. */
import { once } from 'node:events';
import busboy from 'busboy';
import { bodyParsing, factories } from 'mortise';
import { forms as urlEncoded } from './forms.js';
import { contentType as multipartType, forms as multipart } from './multipart-forms.js';

const URL_ENCODED = 'application/x-www-form-urlencoded';
const MILLISECONDS = 1_000;
const parsing = bodyParsing({ factories });
const form = urlEncoded['flat, 300 bytes'];
const nested = urlEncoded['nested, 37 fields, escaped brackets'];
// As a parser returns it: one flat text.
const target = Buffer.from(`/?${nested}`).latin1Slice();
const fields = multipart['3 fields']();

const tasks = {
  form: parsed(URL_ENCODED, Buffer.from(form)),
  'form, busboy': byBusboy(URL_ENCODED, Buffer.from(form)),
  multipart: parsed(multipartType, fields),
  'multipart, busboy': byBusboy(multipartType, fields),
  query: () => received({ target }).getQueryParams(),
  'query as a form': parsed(URL_ENCODED, Buffer.from(nested)),
};
const task = tasks[process.argv[2]];
let kept;
await repeat();
const before = process.cpuUsage();
const times = await repeat();
const { user, system } = process.cpuUsage(before);
console.log((user + system) / times);
if (kept === undefined) throw new Error('nothing was parsed');

/** @returns how often the body was parsed */
async function repeat() {
  const end = performance.now() + MILLISECONDS;
  let count = 0;
  do {
    for (let call = 0; call < 50; call++) kept = await task();
    count += 50;
  } while (performance.now() < end);
  return count;
}

function parsed(type, bytes) {
  const handler = { handle: (request) => request.getParsedBody() };
  const rawHeaders = ['Content-Type', type, 'Content-Length', String(bytes.length)];
  return async () => {
    const request = received({ method: 'POST', rawHeaders, body: sourceOf(bytes) });
    const data = await parsing.process(request, handler);
    await request.getLifetime().end();
    return data;
  };
}

function byBusboy(type, bytes) {
  const headers = { 'content-type': type };
  return async () => {
    const data = Object.create(null);
    const parser = busboy({ headers, defParamCharset: 'utf8' });
    parser.on('field', (name, value) => {
      data[name] = value;
    });
    const closed = once(parser, 'close');
    parser.end(bytes);
    await closed;
    return data;
  };
}

function received(facts) {
  return factories.createServerRequestFromSource({
    method: 'GET',
    target: '/',
    protocolVersion: '1.1',
    rawHeaders: [],
    scheme: 'http',
    host: 'h.test',
    remoteAddress: '192.0.2.1',
    remotePort: 50_000,
    localAddress: '192.0.2.2',
    localPort: 80,
    body: null,
    ...facts,
  });
}

/** What an adapter gives for a body that has arrived. */
function sourceOf(bytes) {
  return {
    size: bytes.length,
    bytes: () => Promise.resolve(bytes),
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
  };
}
