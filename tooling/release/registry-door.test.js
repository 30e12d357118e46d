import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '../setup/free-port.js';
import { openDoor } from './registry-door.js';

let registry;
let door;
let address;
beforeAll(async () => {
  registry = createServer(({ method, url, headers }, response) =>
    response.writeHead(201, { 'X-Request': `${method} ${headers.host}${url}` }).end('{}'),
  ).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const port = await freePort();
  address = `127.0.0.1:${port}`;
  door = await openDoor(port, registry.address().port, 'https://npm.test/path/');
});
afterAll(() => {
  door.close();
  registry.close();
  registry.closeAllConnections();
});

const send = (path, method) =>
  fetch(`http://${address}${path}`, { method, redirect: 'manual', body: method && 'a tarball' });

it.each([
  '/@mortise%2Fcors',
  '/@mortise/cors/-/cors-0.1.0.tgz',
  '/mortise',
  '/create-mortise/-/create-mortise-0.1.0.tgz',
  '/-/ping',
])('the local registry gets a request for %s, with the host that npm asked', async (path) => {
  const { status, headers } = await send(path, 'PUT');
  expect([status, headers.get('X-Request')]).toEqual([201, `PUT ${address}${path}`]);
});

it.each(['/zod', '/mortise-other', '/@mortised%2Fcors'])(
  'npm is sent to its own registry for %s',
  async (path) => {
    const { status, headers } = await send(path);
    expect([status, headers.get('Location')]).toEqual([302, `https://npm.test/path${path}`]);
  },
);
