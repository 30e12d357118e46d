import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '../../test/wait-for.js';
import { get, Wire } from '../../test/wire.js';
import { useInternal } from '../fast/node-internals.js';
import { afterResponses, expectResponse, pendingResponse } from './pending-responses.js';

const wires: Wire[] = [];
const servers: Server[] = [];

afterEach(() => {
  useInternal('Socket._httpMessage', true);
  for (const wire of wires.splice(0)) wire.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** The responses to requests that arrive together on one connection; they end when a test ends them. */
async function pending(count: number) {
  const responses: ServerResponse[] = [];
  const server = createServer((_, outgoing) => {
    expectResponse(outgoing);
    responses.push(outgoing);
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const wire = new Wire((server.address() as AddressInfo).port).send(get().repeat(count));
  wires.push(wire);
  await waitFor(() => responses.length === count);
  const [first] = responses as [ServerResponse];
  return { wire, responses, socket: first.req.socket };
}

describe.each([
  ['with the response that Node exposes', true],
  ['without it', false],
])('the pending responses of a connection, %s', (_, isUsed) => {
  const starting = (count: number) => {
    useInternal('Socket._httpMessage', isUsed);
    return pending(count);
  };

  it('begin with the one that is sent next', async () => {
    const { responses, socket } = await starting(3);
    const first = () => responses.findIndex((response) => response === pendingResponse(socket));
    expect(first()).toBe(0);
    responses[1]?.end();
    expect(first()).toBe(0);
    responses[0]?.end();
    await waitFor(() => first() === 2);
    responses[2]?.end();
    await waitFor(() => pendingResponse(socket) === null);
  });

  it('are followed by what comes after all of them', async () => {
    const { responses, socket } = await starting(2);
    const order: string[] = [];
    for (const [at, response] of responses.entries()) {
      response.once('close', () => order.push(`response ${at}`));
    }
    afterResponses(socket, () => order.push('after'));
    responses[0]?.end();
    await waitFor(() => order.length === 1);
    responses[1]?.end();
    await waitFor(() => order.length === 3);
    expect(order).toEqual(['response 0', 'response 1', 'after']);
  });

  it('do not delay what comes after them if there are none', async () => {
    const { responses, socket } = await starting(1);
    responses[0]?.end();
    await waitFor(() => pendingResponse(socket) === null);
    let ran = false;
    afterResponses(socket, () => (ran = true));
    expect(ran).toBe(true);
  });

  it('are followed by nothing if the connection closes', async () => {
    const { wire, socket } = await starting(2);
    let ran = false;
    afterResponses(socket, () => (ran = true));
    wire.destroy();
    await waitFor(() => socket.closed);
    expect(ran).toBe(false);
  });

  it('are followed by nothing if the connection has closed', async () => {
    const { wire, responses, socket } = await starting(1);
    responses[0]?.end();
    await waitFor(() => pendingResponse(socket) === null);
    wire.destroy();
    await waitFor(() => socket.closed);
    let ran = false;
    afterResponses(socket, () => (ran = true));
    expect(ran).toBe(false);
  });
});
