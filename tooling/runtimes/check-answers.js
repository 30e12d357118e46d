import { isDeepStrictEqual } from 'node:util';
import { checkCodings } from './check-codings.js';

const LARGE = 'x'.repeat(1_000_000);

const get = (path) => ask('GET', path);
const status = (response) => response.status;
const body = (response) => response.text();
const json = (response) => response.json();
const bytes = async (response) => [...new Uint8Array(await response.arrayBuffer())];
const cookies = ({ headers }) => headers.getSetCookie();
const type = ({ headers }) => headers.get('content-type');
const allow = ({ status, headers }) => [status, headers.get('allow')];
const hides = async (response) => [response.status, (await body(response)).includes('secret')];
const withLength = async (response) => [
  response.status,
  response.headers.get('content-length'),
  await body(response),
];

/** The requests to each application, and the expected responses: `[rule, ask, look at, expected]`. */
const cases = [
  ['text as UTF-8', get('/text'), withLength, [200, '6', 'hellö']],
  ['no type where none is named', get('/text'), type, null],
  ['bytes', get('/bytes'), bytes, [0, 255]],
  ['a stream', get('/streamed'), body, 'ababab'],
  ['a stream whole that states its length', get('/measured'), body, 'ababab'],
  ['the length of a stream', get('/measured'), withLength, [200, '6', 'ababab']],
  ['nothing for 204', get('/empty'), withLength, [204, null, '']],
  ['HEAD without body', ask('HEAD', '/measured'), withLength, [200, '6', '']],
  ['each cookie on its own', get('/cookies'), cookies, ['a=1', 'b=2']],
  ['arguments of the route', get('/books/7/pdf'), json, { id: '7', format: 'pdf' }],
  ['an argument with a slash and an escape', get('/files/a/b%20c'), json, { path: 'a/b c' }],
  ['no route for an argument that does not match', get('/books/x'), status, 404],
  ['all allowed methods of a route', ask('DELETE', '/books/7'), allow, [405, 'GET, HEAD, PUT']],
  ['the path of a route', get('/link'), body, '/books/7'],
  ['the query', get('/query?a[]=1&a[]=2'), json, { a: ['1', '2'] }],
  ['404', get('/nothing'), status, 404],
  ['405 and what is allowed', ask('DELETE', '/text'), allow, [405, 'GET, HEAD']],
  ['500 without the reason', get('/fails'), hides, [500, false]],
  ['a body that was read', ask('POST', '/echo', LARGE), body, LARGE],
  ['a body that is passed through', ask('POST', '/piped', LARGE), body, LARGE],
  ['a form with a large file', upload, body, 'Emma 1000005 true'],
];

/** Bodies that `mortise` parses on every runtime. */
const parsed = [
  ['JSON', '{"a":["1"]}', 'application/json', '{"a":["1"]}'],
  ['a form', 'a[]=1', 'application/x-www-form-urlencoded', '{"a":["1"]}'],
  ['XML', '<x><a>1</a></x>', 'application/xml', '{"a":"1"}'],
];

/**
 * Sends every request to a server, and checks the responses.
 *
 * @param differs the rules that the runtime is known to violate
 * @returns the problems, as sentences; `[]` if there are none
 */
export async function checkAnswers(url, differs) {
  const problems = await (await fetchAgain(`${url}/own-checks`)).json();
  const broken = new Set();
  for (const implementation of ['lazy', 'plain']) {
    const at = `${url}/${implementation}`;
    for (const [rule, request, look, expected] of cases) {
      // A server that refuses a body can reset the connection before the client has read the response.
      const actual = await request(at)
        .then(look)
        .catch(({ message }) => message);
      if (isDeepStrictEqual(actual, expected)) continue;
      broken.add(rule);
      if (differs.includes(rule)) continue;
      problems.push(`${implementation}, ${rule}: ${JSON.stringify(actual).slice(0, 200)}`);
    }
    if (!(await cancels(at)))
      problems.push(`${implementation}, a client that goes ends the request`);
  }
  for (const [kind, content, type, expected] of parsed) {
    const headers = { 'Content-Type': type };
    const sent = { method: 'POST', body: content, headers };
    const actual = await (await fetchAgain(`${url}/whole/parsed`, sent)).text();
    if (actual !== expected) problems.push(`mortise, ${kind}: ${actual.slice(0, 200)}`);
  }
  problems.push(...(await checkCodings(url)));
  const kept = differs.filter((rule) => !broken.has(rule));
  return [...problems, ...kept.map((rule) => `differs no more: ${rule}`)];
}

/** Whether a client that disconnects while a body is sent ends the request. */
async function cancels(at) {
  const reader = (await fetchAgain(`${at}/endless`)).body.getReader();
  await reader.read();
  await reader.cancel();
  for (let tries = 0; tries < 100; tries++) {
    if ((await (await fetchAgain(`${at}/cancelled`)).text()) === '1') return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

/** A server can close an idle connection at the moment when the next request uses it (RFC 9112, 9.3.1): repeats once. */
function fetchAgain(url, init) {
  return fetch(url, init).catch(() => fetch(url, init));
}

function ask(method, path, content) {
  return (at) => fetch(`${at}${path}`, { method, body: content });
}

function upload(at) {
  const form = new FormData();
  form.set('title', 'Emma');
  form.set('cover', new File([LARGE, '\r\nend'], 'cover.png'));
  return ask('POST', '/uploads', form)(at);
}
