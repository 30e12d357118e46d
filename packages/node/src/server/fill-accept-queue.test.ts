import { afterEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { waitForEvent } from '../../test/wait-for.js';
import { fillAcceptQueue } from './fill-accept-queue.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server, and how many connections it has accepted. */
async function listening(host: string) {
  const accepted: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket.on('error', () => undefined)));
  servers.push(server.listen(0, host));
  await waitForEvent('the server to listen', once(server, 'listening'));
  return { server, accepted, port: (server.address() as AddressInfo).port };
}

const filled = (server: Server): Promise<boolean> =>
  waitForEvent(
    'the queue',
    new Promise((resolve) => {
      fillAcceptQueue(server, resolve);
    }),
  );

describe('fillAcceptQueue', () => {
  it.each(['127.0.0.1', '0.0.0.0', '::1', '::'])(
    'lets no client connect before the server stops listening at %s',
    async (host) => {
      const { server, port } = await listening(host);
      const outcome = new Promise((resolve) => {
        fillAcceptQueue(server, (isFilled) => {
          resolve([isFilled, outcomeOfClient(port, host.includes(':') ? '::1' : '127.0.0.1')]);
          server.close();
        });
      });
      expect(await waitForEvent('the queue', outcome)).toEqual([true, 'ignored']);
    },
  );

  it('lets the server accept the clients that already wait', async () => {
    const { server, accepted, port } = await listening('127.0.0.1');
    const clients = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
    // Node connects in the next tick, and accepts one in each turn of the event loop.
    await new Promise<void>((resolve) => {
      process.nextTick(resolve);
    });
    expect(await filled(server)).toBe(true);
    const ports = accepted.map(({ remotePort }) => remotePort);
    expect(ports).toEqual(expect.arrayContaining(clients.map(({ localPort }) => localPort)));
    for (const socket of [...clients, ...accepted]) socket.destroy();
  });

  it('says that nothing waits where there is no queue', async () => {
    expect(await filled(createServer())).toBe(true);
  });
});

/** `'connected'`, or `'ignored'` by the kernel. */
function outcomeOfClient(port: number, host: string): string {
  const program = `
    require('node:net').connect(${port}, '${host}', () => end('connected')).on('error', end);
    setTimeout(end, 300, 'ignored');
    function end(outcome) { console.log(String(outcome)); process.exit(); }`;
  return spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' }).stdout.trim();
}
