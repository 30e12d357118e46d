/** The workloads k, l and m: each has its own programs, and those frameworks take part that have the parts. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { ORDER, ORIGIN, page, placed, PROBLEM_TYPE, report } from './everyday.js';

const USER = 'Ada';
const wrong = { ...ORDER, items: [{ ...ORDER.items[0], quantity: 'many' }] };
/** `JSON.stringify` omits the member that no schema has. */
const sent = { ...placed(42, ORDER), margin: undefined };
const browser = {
  origin: ORIGIN,
  accept: 'application/json',
  'accept-encoding': 'gzip',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
};
const login = { method: 'POST', path: '/login' };

const order = (body) => ({
  method: 'POST',
  path: '/books/42/orders',
  headers: { 'content-type': 'application/json', accept: `${PROBLEM_TYPE}, application/json` },
  body: JSON.stringify(body),
});
const accepted = {
  ...order(ORDER),
  status: 201,
  type: 'application/json',
  answer: JSON.stringify(sent),
};
const refused = {
  ...order(wrong),
  status: 422,
  type: PROBLEM_TYPE,
  // The sentences of the libraries differ.
  read: (body) => {
    const { errors, ...rest } = JSON.parse(body);
    return JSON.stringify([errors.map(({ in: where, pointer }) => [where, pointer]), rest]);
  },
  answer: JSON.stringify([
    [['body', '#/items/0/quantity']],
    {
      title: 'Unprocessable Content',
      status: 422,
      detail: '1 value is not valid.',
      code: 'INPUT_INVALID',
    },
  ]),
};
const noBook = {
  ...order(ORDER),
  path: '/books/x/orders',
  status: 422,
  type: PROBLEM_TYPE,
  read: (body) => JSON.parse(body).code,
  answer: 'INPUT_INVALID',
};

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
    programs: 'layers',
    login,
    log: true,
    request: { path: '/report', headers: browser },
    checks: [
      {
        path: '/report',
        headers: browser,
        type: 'application/json',
        fields: [
          'content-encoding',
          'vary',
          'access-control-allow-origin',
          'content-security-policy',
          'x-content-type-options',
          'x-frame-options',
          'referrer-policy',
        ],
        read: (body) => gunzipSync(body).toString(),
        answer: JSON.stringify(report(USER)),
      },
    ],
  },
  m: {
    title: 'a page of 50 KiB from a template, with a session',
    programs: 'page',
    login,
    request: { path: '/page' },
    checks: [
      {
        path: '/page',
        type: 'text/html',
        sha1: createHash('sha1').update(page(USER)).digest('hex'),
      },
    ],
  },
};
