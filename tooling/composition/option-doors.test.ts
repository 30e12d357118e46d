/** Functions outside the tests of one package's options: each refuses an unknown name and a wrong value. */
import { describe, expect, it } from '@jest/globals';
import { jwtAuth } from '@mortise/auth/jwt';
import { assertPrecondition } from '@mortise/http-cache';
import { openApiDocument } from '@mortise/openapi';
import { memoryPubSub } from '@mortise/pubsub';
import { postgresPubSub } from '@mortise/pubsub-postgres';
import { rateLimit } from '@mortise/rate-limit';
import { session } from '@mortise/session';
import { staticFiles } from '@mortise/static/node';
import { postgresStore } from '@mortise/store-postgres';
import { rooms } from '@mortise/ws/node';
import { bodyParsing, createApp, factories } from 'mortise';
import { inProcess } from 'mortise/testing';

const info = { title: 'Books', version: '1' };
const request = factories.createServerRequest('GET', 'http://a.test/');
const rows = () => Promise.reject(new Error('a statement was run'));
const client = { query: rows, connect: rows } as never;
const chat = rooms({ bus: memoryPubSub() });

/** A door, with options that it refuses and the path of the refused one. */
const doors: Readonly<Record<string, (options: never) => unknown>> = {
  openApiDocument: (options) => openApiDocument(createApp(), { info, ...(options as object) }),
  'openApiDocument without info': (options) => openApiDocument(createApp(), options),
  assertPrecondition: (options) => {
    assertPrecondition(request, null, options);
  },
  'setUp of a store': (options) => postgresStore(rows).setUp(options),
  'setUp of a bus': (options) => postgresPubSub(client).setUp(options),
  'publish to a room': (options) => chat.publish('tea', 'x', options),
  'a request of a test': (options) => inProcess(createApp()).get('/', options),
  bodyParsing: (options) => bodyParsing(options),
};

it.each([
  ['openApiDocument', { server: [] }, 'openApiDocument.server'],
  ['openApiDocument', { info: { title: 'Books' } }, 'openApiDocument.info'],
  ['openApiDocument', { servers: ['https://a.test'] }, 'openApiDocument.servers[0]'],
  ['openApiDocument', { securitySchemes: 'bearer' }, 'openApiDocument.securitySchemes'],
  ['openApiDocument', { onUnknownSchema: 'ignore' }, 'openApiDocument.onUnknownSchema'],
  ['openApiDocument', { colonPlaceholders: 0 }, 'openApiDocument.colonPlaceholders'],
  ['openApiDocument without info', undefined, 'openApiDocument.info'],
  ['openApiDocument without info', null, 'openApiDocument'],
  ['assertPrecondition', { require: true }, 'assertPrecondition.require'],
  ['assertPrecondition', { required: 'yes' }, 'assertPrecondition.required'],
  ['setUp of a store', { unlogged: 'yes' }, 'setUp.unlogged'],
  ['setUp of a bus', { logged: false }, 'setUp.logged'],
  ['publish to a room', { exept: {} }, 'publish.exept'],
  ['publish to a room', { except: 'id' }, 'publish.except'],
  ['a request of a test', { header: {} }, 'request.header'],
  ['a request of a test', { headers: 'Accept' }, 'request.headers'],
  ['a request of a test', { body: { a: 1 } }, 'request.body'],
  ['a request of a test', { form: 'a=1' }, 'request.form'],
  ['bodyParsing', null, 'bodyParsing'],
])('%s refuses %j', async (door, options, option) => {
  const call = Promise.resolve().then(() => doors[door]?.(options as never));
  await expect(call).rejects.toMatchObject({ code: 'OPTION_INVALID', option });
});

it.each<[string, (options: never) => unknown, object, string]>([
  ['session', session, { secret: 'x' }, 'no secret: the id in the cookie is random'],
  ['session', session, { ttl: 1 }, 'session.idleTtl'],
  ['rateLimit', rateLimit, { max: 5 }, 'policies: [{ name, limit, window }]'],
  ['staticFiles', staticFiles, { dir: 'public' }, 'staticFiles.root'],
  ['jwtAuth', jwtAuth, { secret: 'x' }, 'keys: [secret]'],
])('%s says what to write instead of an option of other libraries', (door, call, options, line) => {
  const name = Object.keys(options)[0];
  expect(() => call(options as never)).toThrow(`unknown option ${door}.${name}; expected ${line}`);
});

describe('a request of a test', () => {
  it('can be the JSON value null', async () => {
    const app = createApp();
    app.post('/', (request, response) => response.withBody(request.getBody()));
    const response = await inProcess(app).post('/', { json: null });
    expect(await response.getBody().text()).toBe('null');
  });
});
