import { afterEach, describe, expect, it } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http2';
import { ask, client, closeClients, seen } from './http2-client.js';
import { answer, closeServers, type Handle, serving } from './serving.js';

const { emit } = EventEmitter.prototype;

afterEach(() => {
  EventEmitter.prototype.emit = emit;
  closeClients();
  return closeServers();
});

const psk = Buffer.alloc(32, 7);
const ciphers = 'PSK+HIGH:@SECLEVEL=0';
const tls = { pskCallback: () => psk, ciphers, maxVersion: 'TLSv1.2' as const };
const tlsClient = {
  pskCallback: () => ({ psk, identity: 'test' }),
  ciphers,
  checkServerIdentity: () => undefined,
};

const context = new AsyncLocalStorage<unknown>();

/** Enters a context for each stream of a server, as agents do: the value of its `x-id`. */
function enterContexts(): void {
  EventEmitter.prototype.emit = function enter(this: EventEmitter, ...event) {
    const pass = () => emit.apply(this, event);
    const [name, , headers] = event as [string, unknown, IncomingHttpHeaders?];
    const id = name === 'stream' ? headers?.['x-id'] : undefined;
    return id === undefined ? pass() : context.run(id, pass);
  };
}

const ids = Array.from({ length: 20 }, (_, at) => `${at}`);

describe.each([
  ['without TLS', {}, {}],
  ['over TLS', { tls }, tlsClient],
])('streams that arrive together, %s', (_, serverOptions, clientOptions) => {
  const served = (handle: Handle) => serving(handle, { http2: true, ...serverOptions });

  it('are each handled in the context in which they arrived', async () => {
    const handle: Handle = async (request) => {
      const before = context.getStore();
      await Promise.resolve();
      const text = [request.getHeaderLine('x-id'), before, context.getStore()].join(' ');
      return answer(text);
    };
    const { url } = await served(handle);
    enterContexts();
    const session = client(url, clientOptions);
    const answers = await Promise.all(ids.map((id) => ask(session, { 'x-id': id })));
    expect(answers.map(({ body }) => body)).toEqual(ids.map((id) => `${id} ${id} ${id}`));
  });

  it('read their bodies and end in it', async () => {
    const ends: unknown[] = [];
    const handle: Handle = async (request) => {
      request.getLifetime().onEnd(() => void ends.push(context.getStore()));
      return answer(`${await request.getBody().text()} ${context.getStore()}`);
    };
    const { url } = await served(handle);
    enterContexts();
    const session = client(url, clientOptions);
    const answers = await Promise.all(
      ids.map((id) => {
        const stream = session.request({ ':method': 'POST', 'x-id': id });
        stream.end(id);
        return seen(stream);
      }),
    );
    expect(answers.map(({ body }) => body)).toEqual(ids.map((id) => `${id} ${id}`));
    expect(ends.sort()).toEqual([...ids].sort());
  });
});

it('what a handler enters is not found by a stream that arrived with its own', async () => {
  const { url } = await serving(
    () => {
      const found = context.getStore() ?? 'nothing';
      context.enterWith('leaked');
      return answer(String(found));
    },
    { http2: true },
  );
  const session = client(url);
  const answers = await Promise.all(ids.map(() => ask(session)));
  expect(answers.map(({ body }) => body)).toEqual(ids.map(() => 'nothing'));
});
