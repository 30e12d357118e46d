/** Events and rooms that two applications share, each inside all layers, as two processes would. */
import { gunzipSync } from 'node:zlib';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { memoryPubSub } from '@mortise/pubsub';
import { currentRequest } from '@mortise/request-log/node';
import { sessionOf } from '@mortise/session';
import { channel, eventStream, lastEventId } from '@mortise/sse';
import { rooms, webSocket } from '@mortise/ws/node';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { json, serve, type ServerHandle } from 'mortise';
import { type ClientOptions, WebSocket } from 'ws';
import { nodeImplementations } from '../testing/implementations.js';
import { waitFor, waitForEvent } from '../testing/wait-for.js';
import { adapters, overFetch } from './adapters.js';
import { MODES } from './states-of.js';
import { visitor } from './visitor.js';
import { type Mode, ORIGIN, wholeStack } from './whole-stack.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Two applications with one bus. */
async function two(factories: HttpFactoriesInterface, mode: Mode) {
  const bus = memoryPubSub();
  const made = async () => {
    const stack = wholeStack(factories, mode);
    const news = await channel({ bus, topic: 'news', history: 9 });
    const chat = rooms({ bus });
    const known: boolean[] = [];
    stack.app.get('/news', (request, response) =>
      eventStream(request, response, news.subscribe(lastEventId(request))),
    );
    stack.app.post('/news', async (request, response) =>
      json(response, await news.publish({ data: { ...Object(request.getParsedBody()) } })),
    );
    stack.app.get('/chat/{room}', (request, response, { room }) => {
      sessionOf(request).update('rooms', (count) => Number(count ?? 0) + 1);
      return webSocket(request, response, {
        origins: [ORIGIN],
        onOpen: async (socket) => {
          await chat.join(socket, room);
          socket.send('joined');
        },
        onMessage: async (socket, message) => {
          known.push(currentRequest() !== null);
          await chat.publish(room, message, { except: socket });
        },
      });
    });
    closing.push(
      () => news.close(),
      () => chat.close(),
    );
    return { ...stack, known };
  };
  const both = { here: await made(), there: await made() };
  closing.push(() => bus.close());
  return both;
}

const combinations = adapters.flatMap(([adapter, send]) =>
  nodeImplementations.flatMap(([name, factories]) =>
    MODES.map((mode) => ({ name: `${adapter} with ${name} (${mode})`, send, factories, mode })),
  ),
);

describe.each(combinations)('events over $name', ({ send, factories, mode }) => {
  it.each(['identity', 'gzip'])(
    'reach a client that connects again to the other application: %s',
    async (coding) => {
      const { here, there } = await two(factories, mode);
      const user = await visitor((page) => overFetch(there.app, page));
      const publish = async (text: string): Promise<string> => {
        const { body } = await overFetch(there.app, {
          ...{ method: 'POST', path: '/news', body: JSON.stringify({ text }) },
          headers: {
            ...{ Cookie: user.cookie, 'X-CSRF-Token': user.token },
            ...{ 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
          },
        });
        return JSON.parse(String(body)) as string;
      };
      const first = await publish('one');
      const second = await publish('two');
      const headers = { Origin: ORIGIN, 'Accept-Encoding': coding, 'Last-Event-ID': first };
      here.lines.length = here.spans.length = 0;
      const textOf = (body: Buffer) =>
        String(coding === 'gzip' ? gunzipSync(body, FLUSHED) : body).replace(/^(?::\n\n)+/, '');
      const leaves = (read: Buffer) => textOf(read).includes('two');
      const ask = { method: 'GET', path: '/news', headers, leaves };
      const { status, headers: fields, body } = await send(here.app, ask);
      expect([status, textOf(body)]).toEqual([200, `id: ${second}\ndata: {"text":"two"}\n\n`]);
      expect([fields['content-encoding'], fields['etag']]).toEqual([
        coding === 'gzip' ? coding : undefined,
        undefined,
      ]);
      expect(Object.keys(fields)).toEqual(
        expect.arrayContaining(['content-security-policy', 'x-request-id', 'ratelimit']),
      );
      await waitFor(() => here.lines.length > 0);
      expect([here.lines.length, here.spans]).toEqual([1, ['GET /news']]);
    },
  );
});

/** What was flushed of a stream that has not ended. */
const FLUSHED = { finishFlush: 2 };

describe.each(nodeImplementations)('rooms with %s', (_name, factories) => {
  describe.each(MODES)('(%s)', (mode) => {
    const served = async () => {
      const { here, there } = await two(factories, mode);
      const servers: ServerHandle[] = [];
      for (const { app } of [here, there])
        servers.push(await serve(app, { port: 0, upgrades: true, onError: () => undefined }));
      closing.unshift(async () => {
        await Promise.all(servers.map((server) => server.close()));
      });
      return { here, there, urls: servers.map(({ url }) => url.replace('http', 'ws')) };
    };

    it('pass messages between both applications, in connections that all layers have seen', async () => {
      const { here, urls } = await served();
      const [one, other] = await Promise.all(urls.map((url) => entered(`${url}/chat/tea`)));
      one?.socket.send('hot');
      await waitFor(() => other?.messages.length === 1);
      expect([one?.messages, other?.messages]).toEqual([[], ['hot']]);
      expect(here.known).toEqual([true]);
      expect(Object.keys(one?.headers ?? {})).toEqual(
        expect.arrayContaining([
          ...['set-cookie', 'x-request-id', 'ratelimit', 'content-security-policy'],
          ...['access-control-allow-origin'],
        ]),
      );
      // The request lasts as long as its connection.
      expect([here.lines, here.spans]).toEqual([[], []]);
      const gone = once(one?.socket as WebSocket, 'close');
      one?.socket.close();
      await waitForEvent('the end of the connection', gone);
      await waitFor(() => here.lines.length > 0);
      expect([here.lines.length, here.spans]).toEqual([1, ['GET /chat/{room}']]);
      expect(here.lines[0]).toContain('GET /chat/tea 101');
      const count = /_count\{method="GET",route="\/chat\/\{room\}",status_class="1xx"\} 1$/m;
      expect(await here.registry.metrics()).toMatch(count);
      expect(await here.registry.metrics()).toMatch(/^http_requests_in_flight 0$/m);
    });

    it('refuse another origin as an error of the application, with the headers of all layers', async () => {
      const { here, urls } = await served();
      const socket = new WebSocket(`${String(urls[0])}/chat/tea`, {
        headers: { Origin: 'https://other.example', Accept: 'application/problem+json' },
      });
      socket.on('error', () => undefined);
      const [, response] = (await waitForEvent(
        'the refusal',
        once(socket, 'unexpected-response'),
      )) as [unknown, { statusCode: number; headers: Record<string, string>; resume(): void }];
      response.resume();
      socket.terminate();
      expect(response).toMatchObject({
        statusCode: 403,
        headers: {
          ...{ 'content-type': 'application/problem+json', 'x-request-id': '7' },
          'content-security-policy': expect.any(String),
        },
      });
      await waitFor(() => here.lines.length > 0);
      expect(here.spans).toEqual(['GET /chat/{room}']);
    });
  });
});

/** A member of a room, once it has joined. */
async function entered(url: string) {
  const options: ClientOptions = { headers: { Origin: ORIGIN } };
  const socket = new WebSocket(url, options);
  const messages: string[] = [];
  const state = { socket, messages, headers: {} as Readonly<Record<string, unknown>> };
  let hasJoined = (): void => undefined;
  const joined = new Promise<void>((resolve) => (hasJoined = resolve));
  socket.on('upgrade', ({ headers }) => void (state.headers = headers));
  socket.on('message', (data: Buffer) => {
    const message = data.toString();
    if (message === 'joined') hasJoined();
    else messages.push(message);
  });
  await waitForEvent('a member of the room', joined);
  return state;
}
