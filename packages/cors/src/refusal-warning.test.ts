import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { cors, type CorsOptions } from './index.js';

const warnings = notedWarnings();
const PAGE = 'http://localhost:5173';
const other = { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-site', Origin: PAGE };

const send = (
  options: Partial<CorsOptions>,
  headers: Readonly<Record<string, string>>,
  method = 'OPTIONS',
  environment = 'development',
) => {
  process.env['NODE_ENV'] = environment;
  const layer = cors({ origins: [PAGE], factories, ...options });
  const preflight =
    method === 'OPTIONS' ? { Origin: PAGE, 'Access-Control-Request-Method': 'POST' } : {};
  const request = Object.entries({ ...preflight, ...headers }).reduce(
    (made, [name, value]) => made.withHeader(name, value),
    factories.createServerRequest(method, 'http://localhost:3000/'),
  );
  const handle = () => factories.createResponse();
  for (let count = 0; count < 2; count++) void layer.process(request, { handle });
};
const requested = (names: string) => ({ 'Access-Control-Request-Headers': names });

it.each<[string, Parameters<typeof send>, string, string]>([
  [
    'a header',
    [{}, requested('content-type')],
    'header "content-type"',
    'allowHeaders: [..., "content-type"]',
  ],
  [
    'authorization with *',
    [{ allowHeaders: ['*'] }, requested('a, Authorization')],
    'header "authorization"',
    'allowHeaders: [..., "authorization"]',
  ],
  [
    'an origin',
    [{ origins: ['https://a.example'] }, {}],
    `origin "${PAGE}"`,
    `origins: ["${PAGE}"]`,
  ],
  [
    'the origin of a request',
    [{ origins: ['https://a.example'] }, other, 'GET'],
    `origin "${PAGE}"`,
    `origins: ["${PAGE}"]`,
  ],
  [
    'a method',
    [{}, { 'Access-Control-Request-Method': 'QUERY' }],
    'method "QUERY"',
    'methods: [..., "QUERY"]',
  ],
])('in development, cors warns once of %s that it refuses', (_what, given, what, option) => {
  send(...given);
  expect(warnings).toEqual([
    {
      message: `cors() does not allow the ${what}, so the browser refuses the page's request`,
      type: 'MortiseWarning',
      code: 'CORS_REFUSED',
      detail: `If the page is yours, write cors({ ${option} }).`,
    },
  ]);
});

it.each(['OPTIONS', 'GET'])('in development, cors never advises to allow null: %s', (method) => {
  send({}, { ...other, Origin: 'null' }, method);
  expect(warnings.map(({ message, detail }) => [message, detail])).toEqual([
    [
      'cors() does not allow the origin "null", so the browser refuses the page\'s request',
      'It is a local file, or a page in a sandboxed frame: serve the page over http, and open its address.',
    ],
  ]);
});

it.each<[string, Parameters<typeof send>]>([
  ['in production', [{}, requested('content-type'), 'OPTIONS', 'production']],
  [
    'of an allowed header',
    [{ allowHeaders: ['Content-Type', 'X-A'] }, requested('content-type,x-a')],
  ],
  ['of any header', [{ allowHeaders: ['*'] }, requested('content-type')]],
  ['of any method', [{ methods: ['*'] }, { 'Access-Control-Request-Method': 'X' }]],
  ['of an allowed page', [{}, other, 'POST']],
  [
    'of the page of the server itself',
    [
      {},
      {
        Origin: 'http://localhost:3000',
        'Sec-Fetch-Site': 'same-origin',
        'Sec-Fetch-Mode': 'cors',
      },
      'POST',
    ],
  ],
  ['of a link', [{ origins: [] }, { ...other, 'Sec-Fetch-Mode': 'navigate' }, 'POST']],
  ['of a request without Origin', [{}, {}, 'GET']],
])('cors says nothing %s', (_what, given) => {
  send(...given);
  expect(warnings).toEqual([]);
});
