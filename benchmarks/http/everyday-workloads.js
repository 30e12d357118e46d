/** The workloads k, l and m: each has its own programs, and those frameworks take part that have the parts. */
import { cookieFrom } from '../lib/ask.js';
import { ORDER, ORIGIN, page, placed, PROBLEM_TYPE, report } from './everyday.js';

const USER = 'Ada';
const wrong = { ...ORDER, items: [{ ...ORDER.items[0], quantity: 'many' }] };
const before = (port) => cookieFrom(port, { method: 'POST', path: '/login' });
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const browser = { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': agent };
const reported = { path: '/report', headers: { ...browser, origin: ORIGIN } };
const accept = `${PROBLEM_TYPE}, application/json`;

const order = (body, path = '/books/42/orders') => ({
  ...{ method: 'POST', path, headers: { 'content-type': 'application/json', accept } },
  body: JSON.stringify(body),
});
const accepted = {
  ...{ ...order(ORDER), status: 201, type: 'application/json' },
  // `JSON.stringify` omits the member that no schema has.
  answer: JSON.stringify({ ...placed(42, ORDER), margin: undefined }),
};
const problem = {
  title: 'Unprocessable Content',
  status: 422,
  detail: 'The request has 1 invalid value.',
};
const refused = {
  ...{ ...order(wrong), status: 422, type: PROBLEM_TYPE },
  // The sentences of the libraries differ.
  read: (body) => {
    const { errors, ...rest } = JSON.parse(body);
    return JSON.stringify([errors.map(({ in: where, pointer }) => [where, pointer]), rest]);
  },
  answer: JSON.stringify([[['body', '#/items/0/quantity']], { ...problem, code: 'INPUT_INVALID' }]),
};
const noBook = {
  ...{ ...order(ORDER, '/books/x/orders'), status: 422, type: PROBLEM_TYPE },
  ...{ read: (body) => JSON.parse(body).code, answer: 'INPUT_INVALID' },
};
const fields = [
  ...['vary', 'access-control-allow-origin', 'content-security-policy', 'x-content-type-options'],
  ...['x-frame-options', 'referrer-policy'],
];

export const everyday = {
  k: {
    title: 'a typed operation: 1 KiB JSON checked, the response checked',
    programs: 'typed',
    request: order(ORDER),
    checks: [accepted, refused, noBook],
  },
  'k-mistake': {
    title: 'a typed operation: a mistake, answered by a problem',
    programs: 'typed',
    request: order(wrong),
    checks: [refused, accepted, noBook],
  },
  l: {
    title: 'session, CORS, secure headers, compression of 10 KiB JSON, request log',
    ...{ programs: 'everyday', env: { LAYERS: '1' }, before, request: reported },
    checks: [
      {
        ...{ ...reported, type: 'application/json', coding: 'gzip', fields },
        answer: JSON.stringify(report(USER)),
      },
    ],
  },
  m: {
    title: 'a page of 50 KiB from a template, with a session',
    ...{ programs: 'everyday', before, request: { path: '/page' } },
    checks: [{ path: '/page', type: 'text/html', answer: page(USER) }],
  },
};
