import { describe, expect, it } from '@jest/globals';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { Server } from 'node:http';
import { isPlain, listenAlone } from './plain-server.js';

const ignore = (): void => undefined;

/** A server with a listener of this package. */
function listened(): Server {
  const server = new Server();
  listenAlone(server, ignore);
  return server;
}

/** Wraps the `emit` of an object while a function runs. */
function whileWrapped<T>(target: EventEmitter, run: () => T): T {
  const own = Object.getOwnPropertyDescriptor(target, 'emit');
  Object.defineProperty(target, 'emit', { value: () => true, configurable: true, writable: true });
  try {
    return run();
  } finally {
    if (own === undefined) Reflect.deleteProperty(target, 'emit');
    else Object.defineProperty(target, 'emit', own);
  }
}

describe('a server is plain', () => {
  it('if its listener is the only code that sees its requests', () => {
    expect(isPlain(listened())).toBe(true);
  });

  it.each([
    ['the server', (server: Server) => server],
    ['http.Server', () => Server.prototype],
    ['EventEmitter', (): EventEmitter => EventEmitter.prototype as EventEmitter],
  ])('unless, and as long as, `emit` of %s is wrapped', (_, target) => {
    const server = listened();
    expect(whileWrapped(target(server), () => isPlain(server))).toBe(false);
    expect(isPlain(server)).toBe(true);
  });

  it('unless it had another listener', () => {
    const server = new Server(ignore);
    listenAlone(server, ignore);
    expect(isPlain(server)).toBe(false);
  });

  it('unless another listener is added', () => {
    const server = listened();
    server.prependListener('request', ignore);
    expect(isPlain(server)).toBe(false);
  });

  it('unless its own listener was wrapped', () => {
    const server = new Server();
    const on = server.on.bind(server);
    server.on = (name: string) => on(name, () => undefined);
    listenAlone(server, ignore);
    expect(isPlain(server)).toBe(false);
  });

  it.each(['http.server.request.start', 'http.server.response.created'])(
    'unless the channel %s has a subscriber',
    (name) => {
      subscribe(name, ignore);
      expect(isPlain(listened())).toBe(false);
      unsubscribe(name, ignore);
    },
  );
});
