import { expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { waitForEvent } from '../../test/wait-for.js';

const readFileSync = jest.fn(fs.readFileSync);
jest.unstable_mockModule('node:fs', () => ({ ...fs, readFileSync }));
const { fillAcceptQueue } = await import('./fill-accept-queue.js');

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux.each([
  ['127.0.0.1', 0, false],
  ['::1', 0, false],
  // A handshake with another machine can be pending, which only the table shows.
  ['0.0.0.0', 0, true],
  ['::', 0, true],
  ['127.0.0.1', 2, true],
])(
  'the table of all connections is read only if it says more than own connections, at %s with %d clients: %p',
  async (host, clients, isRead) => {
    const server = createServer((socket) => socket.on('error', () => undefined));
    await waitForEvent('the server', once(server.listen(0, host), 'listening'));
    const { port } = server.address() as AddressInfo;
    const waiting = Array.from({ length: clients }, () => connect(port, host));
    await new Promise<void>((resolve) => {
      process.nextTick(resolve);
    });
    readFileSync.mockClear();
    const filled = new Promise((resolve) => {
      fillAcceptQueue(server, resolve);
    });
    expect(await waitForEvent('the queue', filled)).toBe(true);
    expect(readFileSync.mock.calls.length > 0).toBe(isRead);
    for (const socket of waiting) socket.destroy();
    server.close();
  },
);
