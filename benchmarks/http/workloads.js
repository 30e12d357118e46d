/** The workloads: the requests of each, and the required responses before anything is measured. */
import { createHash } from 'node:crypto';
import { everyday } from './everyday-workloads.js';
import { HELLO, NOT_FOUND, streamed, table, tableText } from './contract.js';

const jsonBody = kibibyteOfJson();
const form = kibibyteOfForm();
const multipart = multipartOf(20 * 1024 * 1024);
const args = { id: '4711', item: 'it-99', tag: 'blue' };
const tablePath = (route) => route.path.replace(/:(\w+)/g, (_, name) => args[name]);
const json = { type: 'application/json' };
const text = { type: 'text/plain' };

/**
 * @typedef {object} Workload
 * @property {string} title
 * @property {object} request `method`, `path`, `headers`, `body` of the measured request
 * @property {string[]} [paths] requested at random instead of the request's path
 * @property {object[]} checks requests with the `status`, `type`, `fields` (names of header fields) and `answer` (or its
 *   `sha1`) wanted; `read` makes the text that is compared from the bytes of the body
 * @property {string[]} [notes] the parts of the contract that each check must use: the same source for all
 * @property {boolean} [log] whether contestants write a log
 * @property {object} [login] a request whose response sets the cookie of all others
 * @property {string} [programs] the folder of the contestants that take part, if they have programs of their own for it
 * @property {number} [connections] if the usual number makes no sense
 */

/** @type {Record<string, Workload>} */
export const workloads = {
  a: one('GET / text', { path: '/' }, { ...text, answer: HELLO }),
  b: one(
    'GET /books/:id JSON',
    { path: '/api/library/books/42' },
    { ...json, answer: '{"id":"42","title":"Book 42"}' },
  ),
  c: one('POST 1 KiB JSON, parsed, echoed', post('/json', 'application/json', jsonBody), {
    ...json,
    answer: jsonBody,
  }),
  d: one('POST 1 KiB nested form', post('/form', 'application/x-www-form-urlencoded', form.body), {
    ...json,
    answer: JSON.stringify(form.data),
  }),
  e: one('ten async middleware', { path: '/mw' }, { ...json, answer: '{"sum":45}' }),
  f: one('404', { path: '/no/such/route' }, { ...text, status: 404, answer: NOT_FOUND }),
  g: {
    title: '1,000 routes at random',
    request: { path: '/' },
    paths: table.map(tablePath),
    checks: table.map((route) => ({
      path: tablePath(route),
      ...text,
      answer: tableText(route, args),
    })),
  },
  h: {
    ...one(
      '10 MiB streamed down',
      { path: '/stream' },
      { sha1: sha1(Buffer.concat(await streamed().toArray())) },
    ),
    connections: 4,
    notes: ['streamed'],
  },
  i: {
    ...one(
      '20 MiB multipart up',
      post('/upload', `multipart/form-data; boundary=${multipart.boundary}`, multipart.body),
      { ...json, answer: JSON.stringify({ fields: 5, files: 1, bytes: multipart.bytes }) },
    ),
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

function post(path, type, body) {
  return { method: 'POST', path, headers: { 'content-type': type }, body };
}

function sha1(bytes) {
  return createHash('sha1').update(bytes).digest('hex');
}

function kibibyteOfJson() {
  const data = {
    user: { id: 123456, name: 'Ada Lovelace', roles: ['admin', 'editor', 'viewer'] },
    active: true,
    score: 97.25,
    items: [],
    pad: '',
  };
  for (let index = 0; JSON.stringify(data).length < 960; index++) {
    data.items.push({
      sku: `SKU-${1000 + index}`,
      qty: index,
      price: index * 3.5,
      tags: ['a', 'b'],
    });
  }
  data.pad = 'p'.repeat(1024 - JSON.stringify(data).length);
  return JSON.stringify(data);
}

/** Data, and the form that both PHP and qs parse to it. */
function kibibyteOfForm() {
  const data = {
    user: {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      address: { street: '12 St James Sq.', city: 'London & Westminster' },
    },
    csrf: 'tok_8f7a6s5d4f',
    a: { b: [] },
    list: [],
  };
  const pairs = [
    ['user[name]', data.user.name],
    ['user[email]', data.user.email],
    ['user[address][street]', data.user.address.street],
    ['user[address][city]', data.user.address.city],
    ['csrf', data.csrf],
  ];
  const encoded = () =>
    pairs
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&')
      .replaceAll('%20', '+');
  for (let index = 0; encoded().length < 1000; index++) {
    data.a.b.push(`value ${index}`);
    pairs.push(['a[b][]', `value ${index}`]);
    data.list.push({ name: `entry ${index}` });
    pairs.push([`list[${index}][name]`, `entry ${index}`]);
  }
  return { data, body: encoded() };
}

function multipartOf(bytes) {
  const boundary = '----FormBoundary7MA4YWxkTrZu0gW';
  const file = Buffer.alloc(bytes);
  let seed = 12345; // a linear congruential generator: the same bytes every time
  for (let at = 0; at < bytes; at += 4) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    file.writeUInt32LE(seed, at);
  }
  const part = (disposition, content) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${content}`;
  const fields = Array.from({ length: 5 }, (_, index) =>
    part(`name="field${index}"`, `\r\nvalue ${index}\r\n`),
  );
  const upload = part(
    'name="upload"; filename="big.bin"',
    'Content-Type: application/octet-stream\r\n\r\n',
  );
  const body = Buffer.concat([
    Buffer.from(fields.join('') + upload),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { boundary, bytes, body };
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
    'cache-control': 'no-cache',
    pragma: 'no-cache',
    dnt: '1',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-user': '?1',
    'upgrade-insecure-requests': '1',
    'x-forwarded-for': '203.0.113.7, 10.0.0.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'example.com',
    'x-real-ip': '203.0.113.7',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'if-none-match': 'W/"abc123"',
    'x-custom-a': 'aaaaaaaaaa',
    'x-custom-b': 'bbbbbbbbbb',
    'x-custom-c': 'cccccccccc',
  };
}
