import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openSockets } from './open-sockets.js';

/** A server that does not listen: connections are those that a test emits. */
function opening(secure: boolean) {
  const server = createServer().removeAllListeners('connection');
  const opened: Socket[] = [];
  const sockets = openSockets(server, secure, (socket) => void opened.push(socket));
  const emit = (event: 'connection' | 'secureConnection', address?: string, port?: number) => {
    const socket = new Socket();
    Object.defineProperties(socket, {
      remoteAddress: { value: address },
      remotePort: { value: port },
    });
    server.emit(event, socket);
    return socket;
  };
  return { sockets, opened, emit };
}

describe('the open connections of a server', () => {
  it('are those that have not closed; each can carry requests', async () => {
    const { sockets, opened, emit } = opening(false);
    const [first, second] = [emit('connection'), emit('connection')];
    expect([[...sockets], opened]).toEqual([
      [first, second],
      [first, second],
    ]);
    first.destroy();
    await setImmediate();
    expect([...sockets]).toEqual([second]);
  });

  it('over TLS are the plain ones until the handshake, on which no request can arrive', () => {
    const { sockets, opened, emit } = opening(true);
    const plain = emit('connection', '10.0.0.1', 1);
    expect([[...sockets], opened]).toEqual([[plain], []]);
  });

  it('over TLS are the secure ones after the handshake', async () => {
    const { sockets, opened, emit } = opening(true);
    emit('connection', '10.0.0.1', 1);
    const secure = emit('secureConnection', '10.0.0.1', 1);
    expect([[...sockets], opened]).toEqual([[secure], [secure]]);
    secure.destroy();
    await setImmediate();
    expect([...sockets]).toEqual([]);
  });

  it.each([
    ['another port', '10.0.0.1', 2],
    ['another address', '10.0.0.2', 1],
  ])('over TLS stay the plain ones when a client from %s has its handshake', (_, address, port) => {
    const { sockets, emit } = opening(true);
    const plain = emit('connection', '10.0.0.1', 1);
    const other = emit('connection', address, port);
    const secure = emit('secureConnection', address, port);
    expect(sockets.has(other)).toBe(false);
    expect([...sockets]).toEqual([plain, secure]);
  });

  it('over TLS are not kept in memory after they closed in the handshake', async () => {
    const { emit } = opening(true);
    const failed = new WeakRef(emit('connection', '10.0.0.1', 1).destroy());
    await setImmediate();
    await setImmediate();
    collectGarbage();
    expect(failed.deref()).toBeUndefined();
  });
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
