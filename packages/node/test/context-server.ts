/**
 * A server in a process of its own, in which other code sees requests and enters a context for each, as the variable
 * `SEEN_BY` says; `LATE` says that it begins after `serve`, `OPTIONS` are more options of `serve`. Each response is what that code saw of the request in the
 * context of which its handler runs. Prints its port.
 */
import { factories } from '@mortise/message';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const context = new AsyncLocalStorage<unknown>();
const { SEEN_BY: seenBy = '', LATE: late, READS: reads = 'headers' } = process.env;
const options = JSON.parse(process.env['OPTIONS'] ?? '{}') as object;

/** What an agent sees of a request; one that reads no headers can still enter a context. */
const seen = ({ url, headers }: IncomingMessage): unknown =>
  reads === 'headers' ? headers['x-path'] : url;

const isRequest = (emitter: unknown, [name]: unknown[]): boolean =>
  emitter instanceof http.Server && name === 'request';

type Method = (this: unknown, ...values: unknown[]) => unknown;

/** Something with methods that can be replaced. */
type Patched = Record<'emit' | 'on', Method>;

function wrapEmit(target: object): void {
  const patched = target as Patched;
  patched.emit = new Proxy(patched.emit, {
    apply: (emit, emitter: unknown, values: unknown[]) => {
      const pass = (): unknown => Reflect.apply(emit, emitter, values);
      if (!isRequest(emitter, values)) return pass();
      return context.run(seen(values[1] as IncomingMessage), pass);
    },
  });
}

const enter = (incoming: IncomingMessage): void => {
  context.enterWith(seen(incoming));
};

const { createServer } = http;
const servers: http.Server[] = [];

/** Replaces what `serve` calls by a function that changes the server first. */
function onCreate(change: (server: http.Server) => void): void {
  http.createServer = ((...values: Parameters<typeof createServer>) => {
    const server = createServer(...values);
    servers.push(server);
    change(server);
    return server;
  }) as typeof createServer;
  syncBuiltinESMExports();
}

const ways: Readonly<Record<string, () => void>> = {
  'emit of the instance': () => {
    if (servers.length > 0) servers.forEach(wrapEmit);
    else onCreate(wrapEmit);
  },
  'emit of http': () => {
    wrapEmit(http.Server.prototype);
  },
  'emit of net': () => {
    wrapEmit(net.Server.prototype);
  },
  'emit of events': () => {
    wrapEmit(EventEmitter.prototype);
  },
  'on of http': () => {
    const patched = http.Server.prototype as unknown as Patched;
    patched.on = new Proxy(patched.on, {
      apply: (on, emitter: unknown, [name, listener]: [string, Method]) => {
        const wrapped: Method = (incoming, outgoing) =>
          context.run(seen(incoming as IncomingMessage), listener, incoming, outgoing);
        return Reflect.apply(on, emitter, [name, name === 'request' ? wrapped : listener]);
      },
    });
  },
  'a listener': () => {
    if (servers.length > 0) for (const server of servers) server.prependListener('request', enter);
    else onCreate((server) => server.on('request', enter));
  },
  'a channel': () => {
    subscribe('http.server.request.start', (message) => {
      enter((message as { readonly request: IncomingMessage }).request);
    });
  },
};

if (late === undefined) ways[seenBy]?.();
else onCreate(() => undefined);

const { serve } = await import('../src/index.js');
const server = await serve(
  async (request) => {
    const before = context.getStore();
    await request.getBody().text();
    const text = `${String(before)} ${String(context.getStore())}`;
    return factories.createResponse().withBody(factories.createStream(text));
  },
  { factories, port: 0, ...options },
);
if (late !== undefined) ways[seenBy]?.();
console.log(server.port);
