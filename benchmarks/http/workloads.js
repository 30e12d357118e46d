/** The workloads: the requests of each, and the required responses before anything is measured. */
import { createHash } from 'node:crypto';
import { contentType } from '../body/multipart-forms.js';
import { HELLO, NOT_FOUND, streamed, table, tableText } from './contract.js';
import { everyday } from './everyday-workloads.js';
import { form, jsonBody, upload } from './forms.js';

const args = { id: '4711', item: 'it-99', tag: 'blue' };
const tablePath = (route) => route.path.replace(/:(\w+)/g, (_, name) => args[name]);
const json = { type: 'application/json' };
const text = { type: 'text/plain' };
const sha1 = (bytes) => createHash('sha1').update(bytes).digest('hex');
const { body, answer } = upload();

/** @type {Record<string, Partial<import('../lib/contest.js').Contest> & { programs?: string }>} `programs` is their folder */
export const workloads = {
  a: one('GET / text', { path: '/' }, { ...text, answer: HELLO }),
  b: one(
    'GET /books/:id JSON',
    { path: '/api/library/books/42' },
    { ...json, answer: '{"id":"42","title":"Book 42"}' },
  ),
  c: one('POST 1 KiB JSON, parsed, echoed', post('/json', 'application/json', jsonBody), {
    ...{ ...json, answer: jsonBody },
  }),
  d: one('POST 1 KiB nested form', post('/form', 'application/x-www-form-urlencoded', form.body), {
    ...{ ...json, answer: JSON.stringify(form.data) },
  }),
  e: one('ten async middleware', { path: '/mw' }, { ...json, answer: '{"sum":45}' }),
  f: one('404', { path: '/no/such/route' }, { ...text, status: 404, answer: NOT_FOUND }),
  g: {
    ...{ title: '1,000 routes at random', request: { path: '/' }, paths: table.map(tablePath) },
    checks: table.map((route) => ({
      ...{ path: tablePath(route), ...text, answer: tableText(route, args) },
    })),
  },
  h: {
    ...one('10 MiB streamed down', { path: '/stream' }, { read: sha1, answer: await sentBytes() }),
    ...{ connections: 4, notes: ['streamed'] },
  },
  i: {
    ...one('20 MiB multipart up', post('/upload', contentType, body), {
      ...{ ...json, answer: JSON.stringify(answer) },
    }),
    connections: 2,
  },
  j: one(
    '25 headers, one header and the query read',
    { path: '/headers?page=2&q=hello+world&tag=a&tag=b', headers: manyHeaders() },
    { ...json, answer: '{"id":"req-7f3b9c","page":"2","q":"hello world"}' },
  ),
  ...everyday,
};

function one(title, request, wanted) {
  return { title, request, checks: [{ ...request, ...wanted }] };
}

function post(path, type, content) {
  return { method: 'POST', path, headers: { 'content-type': type }, body: content };
}

async function sentBytes() {
  return sha1(Buffer.concat(await streamed().toArray()));
}

/** 24 fields as browsers and proxies send them; `Host` makes 25. */
function manyHeaders() {
  return {
    'x-request-id': 'req-7f3b9c',
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'en-GB,en;q=0.5',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    cookie: 'sid=abcdef0123456789; theme=dark; lang=en; _ga=GA1.2.3.4',
    referer: 'http://localhost/somewhere/else?x=1',
    ...{ 'cache-control': 'no-cache', pragma: 'no-cache', dnt: '1' },
    ...{ 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
    ...{
      'sec-fetch-site': 'same-origin',
      'sec-fetch-user': '?1',
      'upgrade-insecure-requests': '1',
    },
    ...{ 'x-forwarded-for': '203.0.113.7, 10.0.0.1', 'x-forwarded-proto': 'https' },
    ...{ 'x-forwarded-host': 'example.com', 'x-real-ip': '203.0.113.7' },
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'if-none-match': 'W/"abc123"',
    ...{ 'x-custom-a': 'aaaaaaaaaa', 'x-custom-b': 'bbbbbbbbbb', 'x-custom-c': 'cccccccccc' },
  };
}
