import { describe, expect, it } from '@jest/globals';
import { isThenable } from '@mortise/base';
import type { AttributeKey } from '@mortise/http-message';
import { createApp, httpError, redirect, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import { AUDIENCE, hmac, ISSUER, NOW, SECRET } from '../test/tokens.js';
import { anyOf, basicAuth, bearerAuth, userOf } from './index.js';
import { jwtAuth } from './jwt/index.js';

const jwt = {
  ...{ keys: [SECRET], algorithms: ['HS256'] as const, issuer: ISSUER, audience: AUDIENCE },
  now: () => NOW,
};
const users: Readonly<Record<string, unknown>> = {};
const { runInNewContext } = process.getBuiltinModule('node:vm');
/** As untyped code calls them. */
const schemes: [string, (verify: () => never) => ReturnType<typeof bearerAuth>, string | null][] = [
  ['bearerAuth', (verify) => bearerAuth({ verify }), 'Bearer wrong'],
  ['basicAuth', (verify) => basicAuth({ realm: 'a', verify }), `Basic ${btoa('a:wrong')}`],
  ['jwtAuth', (verify) => jwtAuth({ ...jwt, verify }), null],
  [
    'bearerAuth',
    (verify) => anyOf(bearerAuth({ verify }), basicAuth({ realm: 'a', verify: () => null })),
    'Bearer wrong',
  ],
];

describe.each(implementations)('verify with %s', (_, factories) => {
  const results: [unknown, string][] = [
    [httpError(401, 'bad'), 'an instance of HttpError; expected %: throw the error'],
    [new TypeError('bad'), 'an instance of TypeError; expected %: throw the error'],
    [
      redirect(factories.createResponse(), '/login'),
      `an instance of ${factories.createResponse().constructor.name}; expected %: throw an error instead`,
    ],
    [
      new Response('no', { status: 401 }),
      'an instance of Response; expected %: throw an error instead',
    ],
    [[], 'an array; expected %: return an element of the list'],
    ...['__proto__', 'constructor', 'toString'].map((name): [unknown, string] => [
      users[name],
      `${name === '__proto__' ? 'an object' : 'a function'}; expected %: look users up in a Map, because every object has members such as "constructor"`,
    ]),
    [
      runInNewContext('({}).__proto__'),
      'an instance of Object; expected %: look users up in a Map, because every object has members such as "constructor"',
    ],
  ];

  it.each(
    schemes.flatMap(([name, create, credentials]) =>
      results.flatMap(([result, text]) =>
        [result, Promise.resolve(result)].map((given) => ({
          name,
          create,
          credentials,
          given,
          text,
        })),
      ),
    ),
  )('of $name that returns $given lets no request pass', async (row) => {
    const logged: unknown[] = [];
    const app = createApp({
      factories,
      logger: { error: (_message, context) => logged.push(context?.['exception']), info() {} },
    });
    const verify = (() => row.given) as () => never;
    app.get('/', (_request, response) => text(response, 'secret'), {
      layers: [row.create(verify)],
    });
    const request = factories
      .createServerRequest('GET', 'https://h.test/')
      .withHeader('Authorization', row.credentials ?? `Bearer ${await hmac()}`);
    const response = await app.handle(request);
    expect(response.getStatusCode()).toBe(500);
    expect(await response.getBody().text()).not.toContain('secret');
    const expected = row.text.replace('%', 'a user, or null to refuse the credentials');
    const result: unknown = isThenable(row.given) ? await row.given : row.given;
    expect(logged).toEqual([
      expect.objectContaining({
        code: 'OPTION_INVALID',
        message: `${row.name}.verify returned ${expected}`,
        ...(result instanceof Error && { cause: result }),
      }),
    ]);
  });
});

it('verify that returns an error or a response does not compile', () => {
  interface User {
    readonly name: string;
    readonly message: string;
  }
  const key: AttributeKey<User> = 'app.user';
  const user = { name: 'x', message: 'y' };
  const fine = [
    bearerAuth({ verify: () => user }),
    bearerAuth({ user: key, verify: (_, token) => Promise.resolve(token && user) }),
    bearerAuth({ verify: () => JSON.parse('{}') }),
    bearerAuth({ verify: () => user as unknown }),
    basicAuth({
      realm: 'a',
      verify() {
        throw new Error('the database is down');
      },
    }),
    jwtAuth({ ...jwt, verify: (_, { sub }) => sub }),
  ];
  expect(fine).toHaveLength(6);
  const wrong = [
    // @ts-expect-error an error is thrown
    bearerAuth({ verify: (_, token) => (token === 'a' ? { id: 7 } : httpError(401, 'bad')) }),
    bearerAuth({
      // @ts-expect-error an error is thrown
      verify: (_, token) => Promise.resolve(token === 'a' ? { id: 7 } : new TypeError('bad')),
    }),
    // @ts-expect-error a response is not a user
    basicAuth({ realm: 'a', verify: () => new Response('no') }),
    // @ts-expect-error a response is not a user
    basicAuth({ realm: 'a', verify: () => createApp().factories.createResponse(401) }),
    // @ts-expect-error an error is thrown
    jwtAuth({ ...jwt, verify: (_, { sub }) => sub ?? httpError(401, 'bad') }),
  ];
  expect(wrong).toHaveLength(5);
});

it.each<[string, unknown]>([
  ['an object without a prototype', Object.assign(Object.create(null), { name: 'x' })],
  ['an object with its own constructor', { constructor: 'x' }],
  ['an instance of a class', new URL('https://h.test')],
  ['a string', 'x'],
  ['true', true],
])('verify can return %s', async (_name, user) => {
  const app = createApp();
  app.get('/', (request, response) => text(response, String(userOf(request) === user)), {
    layers: [bearerAuth({ verify: () => user })],
  });
  const response = await inProcess(app).get('/', { headers: { Authorization: 'Bearer a' } });
  expect(await response.getBody().text()).toBe('true');
});
