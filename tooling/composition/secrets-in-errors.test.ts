/** What is passed by mistake can be a secret, so no error shows it: neither the message nor what loggers print. */
import { inspect } from 'node:util';
import { expect, it } from '@jest/globals';
import { jwks, jwtAuth } from '@mortise/auth/jwt';
import { Container } from '@mortise/compat-variant-a';
import { setCookieValue } from '@mortise/cookies';
import { toRequest } from '@mortise/fetch';
import { HttpClient } from '@mortise/http-client';
import { proxy } from '@mortise/proxy';
import { fromPglite, postgresPubSub } from '@mortise/pubsub-postgres';
import { redisPubSub } from '@mortise/pubsub-redis';
import { cookieSession } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { postgresStore } from '@mortise/store-postgres';
import { redisStore } from '@mortise/store-redis';
import { createApp, redirect, serve } from 'mortise';
import { implementations } from '../testing/implementations.js';

const POSTGRES = 'postgres://u:hunter2@h/d';
const KEYWORDS = 'host=h password=hunter2';
const OPTION = 'OPTION_INVALID';

/** Whatever a mistake passes: each is of a wrong type. */
const wrong = (value: unknown) => value as never;

type Row = readonly [mistake: string, act: () => unknown, code: string];

const rows: readonly Row[] = [
  ...[POSTGRES, 'redis://:hunter2@h', KEYWORDS, { url: POSTGRES }].flatMap((url): Row[] => {
    const shown = JSON.stringify(url);
    return [
      [`redisPubSub(${shown})`, () => redisPubSub(wrong(url)), OPTION],
      [`postgresPubSub(${shown})`, () => postgresPubSub(wrong(url)), OPTION],
      [
        `postgresPubSub(client, ${shown})`,
        () => postgresPubSub(fromPglite(wrong({})), wrong(url)),
        OPTION,
      ],
      [`postgresStore(${shown})`, () => postgresStore(wrong(url)), OPTION],
      [`redisStore(${shown})`, () => redisStore(wrong(url)), OPTION],
      [`memoryStore(${shown})`, () => memoryStore(wrong(url)), OPTION],
      [`HttpClient dispatcher ${shown}`, () => new HttpClient(wrong({ dispatcher: url })), OPTION],
      [
        `proxy dispatcher ${shown}`,
        () => proxy({ target: 'http://h', dispatcher: wrong(url) }),
        OPTION,
      ],
      [`cookieSession store ${shown}`, () => cookieSession({ keys: wrong(url) }), OPTION],
      [`createApp(${shown})`, () => createApp(wrong(url)), OPTION],
      [`createApp container ${shown}`, () => createApp({ container: wrong(url) }), OPTION],
    ];
  }),
  ...[
    'http://u:hunter2@h/',
    'https://u:hun/ter2?hunter2@h/',
    'u:hunter2@h',
    'https://h/?token=hunter2',
    'https://h/#hunter2',
    'HTTP://hunter2@h/',
    ' http://u:hunter2@h',
  ].map((url): Row => [`proxy target ${url}`, () => proxy({ target: url }), OPTION]),
  ['jwks url', () => jwks('http://h/?token=hunter2'), OPTION],
  ['jwks url with user info', () => jwks('https://u:hunter2@h:bad/'), OPTION],
  ['jwtAuth keys', () => jwtAuth(wrong({ algorithms: ['HS256'], keys: 'hunter2' })), OPTION],
  ['serve handler', () => serve(wrong(POSTGRES)), OPTION],
  ['cookie', () => setCookieValue('sid', 'hunter2', { domain: 'https://u:hunter2@h' }), OPTION],
  ['container entry', () => new Container().set('db', wrong(POSTGRES)), 'ENTRY_INVALID'],
  ['key of a store', () => memoryStore().get(`hunter2\0`), 'STORE_KEY_INVALID'],
  [
    'text reply of Redis',
    () => redisStore(wrong(() => Promise.resolve('hunter2'))).get('k'),
    'STORE_UNAVAILABLE',
  ],
  [
    'text reply of PostgreSQL',
    () => postgresStore(wrong(() => Promise.resolve('hunter2'))).get('k'),
    'STORE_UNAVAILABLE',
  ],
];

const ofMessages = implementations.flatMap(([name, factories]): Row[] => {
  const request = factories.createRequest('GET', 'https://h/');
  const response = factories.createResponse();
  const header = 'HEADER_VALUE_INVALID';
  return (
    [
      [
        'token with its newline',
        () => request.withHeader('Authorization', 'Bearer hunter2\n'),
        header,
      ],
      ['added', () => request.withAddedHeader('X-Api-Key', ['a', 'hunter2\r']), header],
      ['list', () => response.withHeader('Set-Cookie', ['a=b', 'sid=hunter2\0']), header],
      ['host', () => request.withHeader('Host', 'hunter2\n'), header],
      ['type', () => request.withHeader('Content-Type', 'text/hunter2\n'), header],
      ['query', () => factories.createUri('https://h/?token=hunter2\n'), 'URI_INVALID'],
      ['fragment', () => factories.createUri('https://h/#hunter2\n'), 'URI_INVALID'],
      ['user info', () => factories.createUri('https://u:hunter2\n@h/'), 'URI_INVALID'],
      ['target', () => request.withRequestTarget('/?token=hunter2 x'), 'TARGET_INVALID'],
      ['body', () => request.withBody(wrong('{"password":"hunter2"}')), 'STREAM_NOT_READABLE'],
      [
        'URL for fetch',
        () => toRequest(factories.createRequest('GET', 'https://999.999.999.999/?hunter2')),
        'URL_INVALID',
      ],
      ['redirect', () => redirect(response, '/?code=hunter2\n'), 'REDIRECT_INVALID'],
    ] satisfies Row[]
  ).map(([mistake, act, code]) => [`${mistake}, ${name}`, act, code]);
});

it.each([...rows, ...ofMessages])(
  '%s: the error does not show the secret',
  async (_, act, code) => {
    let error: unknown;
    try {
      await act();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code });
    const printed = `${String(error)} ${JSON.stringify(error)} ${inspect(error, { depth: 9 })}`;
    expect(printed).not.toMatch(/hun|ter2/);
  },
);

it.each(implementations)('an error about a header says what is wrong, with %s', (_, factories) => {
  const request = factories.createRequest('GET', 'https://h/');
  expect(() => request.withHeader('Authorization', 'Bearer hunter2\n')).toThrow(
    /the header Authorization\b.*received U\+000A at index 14/,
  );
});
