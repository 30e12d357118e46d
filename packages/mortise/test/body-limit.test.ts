import { afterEach, describe, expect, it } from '@jest/globals';
import { proxy } from '@mortise/proxy';
import { implementations } from '../../../tooling/testing/implementations.js';
import { type Opened, transports } from '../../../tooling/testing/transports.js';
import { createApp, json, parseBody, serve } from '../src/index.js';

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

const cases = implementations.flatMap(([implementation, factories]) =>
  transports.map(([transport, openOf]) => ({ implementation, factories, transport, openOf })),
);
const pieces = (...sizes: readonly number[]) => sizes.map((size) => Buffer.alloc(size, 'a'));
const logger = { error: () => undefined, info: () => undefined };
const limits = { bodyBytes: 10 };

describe.each(cases)(
  'limits.bodyBytes with $implementation over $transport',
  ({ factories, openOf }) => {
    async function served(): Promise<Opened> {
      const app = createApp({ factories, logger, body: {} });
      app.post(
        '/raw',
        async (request, response) => {
          const content = await request.getBody().text();
          return json(response, content.length);
        },
        {
          body: false,
          limits,
        },
      );
      app.post('/unread', (_request, response) => json(response, 'unread'), {
        body: false,
        limits,
      });
      app.post('/parsed', (request, response) => json(response, request.getParsedBody()), {
        limits,
      });
      app.group(
        '/group',
        (group) => {
          group.post('', async (request, response) =>
            json(response, (await request.getBody().text()).length),
          );
        },
        { limits, body: false },
      );
      const server = await openOf(app);
      closings.push(() => server.close());
      return server;
    }
    const post = (body: readonly Uint8Array[], headers: Record<string, string> = {}) => ({
      method: 'POST',
      body,
      headers: {
        accept: 'application/json',
        'content-type': 'application/octet-stream',
        ...headers,
      },
    });

    it.each([
      ['of the limit in one piece', pieces(10)],
      ['of the limit in several pieces', pieces(4, 5, 1)],
    ])('passes a body %s', async (_, body) => {
      const server = await served();
      expect(await server.send('/raw', post(body))).toMatchObject({ status: 200, body: '10' });
    });

    it.each([
      ['in one piece', pieces(11)],
      ['that exceeds it in the middle', pieces(4, 6, 1, 5)],
    ])('refuses a body without a length %s', async (_, body) => {
      const server = await served();
      const response = await server.send('/raw', post(body));
      expect([response.status, JSON.parse(response.body)]).toMatchObject([
        413,
        { code: 'BODY_TOO_LARGE' },
      ]);
      expect((await server.send('/group', post(body))).status).toBe(413);
    });

    it('does not refuse a body that is not read', async () => {
      const server = await served();
      expect((await server.send('/unread', post(pieces(11)))).status).toBe(200);
    });

    it('holds for bodies that are parsed', async () => {
      const server = await served();
      const headers = { 'content-type': 'application/json' };
      const bodies = ['{"a":12}', '{"a":12345}'].map((text) => [Buffer.from(text)]);
      const [small, large] = bodies;
      expect(await server.send('/parsed', post(small ?? [], headers))).toMatchObject({
        status: 200,
        body: '{"a":12}',
      });
      expect((await server.send('/parsed', post(large ?? [], headers))).status).toBe(413);
    });
  },
);

it('limits.bodyBytes refuses a body of known length before the layers of the route run', async () => {
  let ran = false;
  const app = createApp({ logger });
  app.post('/', (_request, response) => response, {
    limits,
    layers: [
      (request, handler) => {
        ran = true;
        return handler.handle(request);
      },
    ],
  });
  const server = await serve(app, { port: 0 });
  closings.push(() => server.close());
  const sent = await fetch(server.url, { method: 'POST', body: 'a'.repeat(11) });
  expect([sent.status, ran]).toEqual([413, false]);
  const passed = await fetch(server.url, { method: 'POST', body: 'a'.repeat(10) });
  expect([passed.status, ran]).toEqual([200, true]);
});

it('limits.bodyBytes refuses a body while it is forwarded', async () => {
  const target = createApp({ logger });
  target.post('/', async (request, response) => {
    await request.getBody().text();
    return response;
  });
  const targetServer = await serve(target, { port: 0 });
  closings.push(() => targetServer.close());
  const forward = proxy({ target: targetServer.url });
  closings.push(() => forward.close());
  const app = createApp({ logger });
  app.post('/', (request) => forward.handle(request), { body: false, limits });
  const server = await serve(app, { port: 0 });
  closings.push(() => server.close());
  const send = (body: readonly Uint8Array[]) =>
    fetch(server.url, { method: 'POST', body: ReadableStream.from(body), duplex: 'half' });
  expect((await send(pieces(4, 6))).status).toBe(200);
  expect((await send(pieces(4, 6, 1))).status).toBe(413);
});

it('limits.bodyBytes leaves a body that a layer of the application has parsed', async () => {
  const app = createApp({ logger, body: {} });
  app.post('/', (request, response) => json(response, request.getParsedBody()), { limits });
  app.add(async (request, handler) => {
    await parseBody(request);
    return handler.handle(request);
  });
  const server = await serve(app, { port: 0 });
  closings.push(() => server.close());
  const sent = await fetch(server.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: ReadableStream.from([Buffer.from('{"a":1}')]),
    duplex: 'half',
  });
  expect([sent.status, await sent.text()]).toEqual([200, '{"a":1}']);
});
