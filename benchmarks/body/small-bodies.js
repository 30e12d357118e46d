/**
 * Small bodies through body parsing, against busboy alone, and a nested query against the same text as a form:
 * `npm run bench -- small-bodies [--rounds 7]`.
 *
 * Each sample is the CPU time of a new process; both sides take turns, and an interval is that of the rounds. Ours
 * includes the request, its parsed copy and the uploads; busboy alone collects names and values.
 */
import { once } from 'node:events';
import busboy from 'busboy';
import { bodyParsing, factories } from 'mortise';
import { arrival } from '../lib/received.js';
import { inTurn } from '../lib/rounds.js';
import { settingsFrom } from '../lib/settings.js';
import { median, ratioOf, shown } from '../lib/statistics.js';
import { printHead, printRow } from '../lib/table.js';
import { sampleTask } from '../lib/task.js';
import { forms as urlEncoded } from './forms.js';
import { contentType as multipartType, forms as multipart } from './multipart-forms.js';

const URL_ENCODED = 'application/x-www-form-urlencoded';
const parsing = bodyParsing({ factories });
const received = (facts) => factories.createServerRequestFromSource(arrival(facts));
const form = Buffer.from(urlEncoded['flat, 300 bytes']);
const nested = urlEncoded['nested, 37 fields, escaped brackets'];
// As a parser returns it: one flat text.
const target = Buffer.from(`/?${nested}`).latin1Slice();

export const tasks = {
  form: () => parsed(URL_ENCODED, form),
  'form, busboy': () => byBusboy(URL_ENCODED, form),
  multipart: () => parsed(multipartType, multipart['3 fields']()),
  'multipart, busboy': () => byBusboy(multipartType, multipart['3 fields']()),
  query: () => () => received({ target }).getQueryParams(),
  'query as a form': () => parsed(URL_ENCODED, Buffer.from(nested)),
};

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { rounds } = settingsFrom({ rounds: 7 });
  printHead('body', 'µs', 'beside, µs', 'ratio (95 %)');
  for (const [title, ...pair] of [
    ['form of 300 bytes', 'form', 'form, busboy'],
    ['multipart form of 3 fields', 'multipart', 'multipart, busboy'],
    ['nested query, beside the same text as a form', 'query', 'query as a form'],
  ]) {
    const sample = (name) => sampleTask(import.meta.url, name, { seconds: 1, of: 'mean' });
    const times = [...(await inTurn(pair, rounds, sample)).values()];
    printRow(title, ...times.map((own) => median(own).toFixed(1)), shown(ratioOf(...times)));
  }
}

function parsed(type, body) {
  const handler = { handle: (request) => request.getParsedBody() };
  const rawHeaders = ['Content-Type', type, 'Content-Length', String(body.length)];
  return async () => {
    const request = received({ method: 'POST', rawHeaders, body });
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
