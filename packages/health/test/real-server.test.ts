/** Probes over sockets: a dependency that goes down, and a server that closes. */
import { afterEach, expect, it } from '@jest/globals';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createApp, serve } from 'mortise';
import { health } from '../src/index.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function dependency(): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  return { server, port: (server.address() as { port: number }).port };
}

function reaches(port: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', signal }, () => {
      socket.destroy();
      resolve();
    }).on('error', reject);
  });
}

async function probed(port: number) {
  const app = createApp();
  const layer = health({
    factories: app.factories,
    maxAge: 0,
    checks: { dependency: (signal) => reaches(port, signal) },
  });
  app.add(layer);
  const server = await serve(app, { port: 0 });
  open.push(server);
  return server;
}

it('is ready until its dependency goes down', async () => {
  const { server, port } = await dependency();
  const { url } = await probed(port);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  await new Promise((resolve) => server.close(resolve));
  expect((await fetch(`${url}/health/ready`)).status).toBe(503);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
});

it('is not ready on a connection that is open while the server closes', async () => {
  const { port } = await dependency();
  const server = await probed(port);
  const socket: Socket = connect(server.port, '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes) => (heard += String(bytes)));
  const probe = 'GET /health/ready HTTP/1.1\r\nHost: a\r\n\r\n';
  socket.write(probe);
  await waitFor(() => heard.includes('{"status":"pass"}'));
  const closed = server.close({ idleTimeout: 1_000 });
  socket.write(probe);
  await closed;
  expect(heard).toMatch(/HTTP\/1\.1 503 .*Connection: close.*\{"status":"fail"\}$/s);
});

it('compares its paths with the base path of the application, but without that of the adapter', async () => {
  const statuses = async (app: ReturnType<typeof createApp>, options: object) => {
    app.add(health({ live: '/app/live' }));
    const server = await serve(app, { port: 0, ...options });
    open.push(server);
    const paths = ['/app/live', '/outer/app/live', '/outer/live'];
    return Promise.all(paths.map(async (path) => (await fetch(server.url + path)).status));
  };
  expect(await statuses(createApp({ basePath: '/app' }), {})).toEqual([200, 404, 404]);
  expect(await statuses(createApp(), { basePath: '/outer' })).toEqual([404, 200, 404]);
});
