import { describe, expect, it } from '@jest/globals';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ResponseQueue } from './response-queue.js';
import { requestBatch } from './request-batch.js';

describe('RequestBatch', () => {
  it('sends a response immediately if it is the only one', async () => {
    const { push, answered } = batch();
    for (const name of ['a', 'b', 'c']) {
      push(name);
      expect(answered.at(-1)).toBe(name);
      await turn();
    }
  });

  it('sends several responses of a turn together, after the turn, while several arrive', async () => {
    const { push, answered } = batch();
    push('a', 'b');
    expect(answered).toEqual(['a', 'b']);
    await turn();
    push('c', 'd');
    expect(answered).toEqual(['a', 'b']);
    await turn();
    expect(answered).toEqual(['a', 'b', 'c', 'd']);
  });

  it('sends responses immediately again once they come one by one', async () => {
    const { push, answered } = batch();
    push('a', 'b');
    await turn();
    push('c');
    expect(answered).not.toContain('c');
    await turn();
    push('d');
    expect(answered).toEqual(['a', 'b', 'c', 'd']);
  });

  it('sends nothing if the client has disconnected in the meantime', async () => {
    const { push, answered, sockets } = batch();
    push('a', 'b');
    await turn();
    push('c', 'd');
    sockets.get('c')?.destroy();
    await turn();
    expect(answered).toEqual(['a', 'b', 'd']);
  });

  it('lets at most 64 requests wait for the end of their turn', async () => {
    const { push, answered } = batch();
    push('a', 'b');
    await turn();
    const names = Array.from({ length: 65 }, (_, at) => String(at));
    push(...names.slice(0, 63));
    expect(answered).toHaveLength(2);
    push(...names.slice(63));
    expect(answered).toEqual(['a', 'b', ...names.slice(0, 64)]);
    await turn();
    expect(answered).toEqual(['a', 'b', ...names]);
  });

  it('lets responses be collected while several requests arrive in a turn', async () => {
    const { push, responses } = batch();
    const states: boolean[] = [];
    for (const names of [['a'], ['b', 'c'], ['d', 'e'], ['f']]) {
      push(...names);
      await turn();
      states.push(responses.collects);
    }
    expect(states).toEqual([false, true, true, false]);
  });

  it('sends each waiting response once when it is flushed', async () => {
    const { push, answered, flush } = batch();
    push('a', 'b');
    await turn();
    push('c', 'd');
    flush();
    expect(answered).toEqual(['a', 'b', 'c', 'd']);
    await turn();
    expect(answered).toHaveLength(4);
  });
});

function batch() {
  const answered: string[] = [];
  const sockets = new Map<string, Socket>();
  const responses = new ResponseQueue();
  const queue = requestBatch(({ req }) => void answered.push(req.url ?? ''), responses);
  const push = (...names: string[]) => {
    for (const name of names) {
      const socket = new Socket();
      const incoming = new IncomingMessage(socket);
      incoming.url = name;
      sockets.set(name, socket);
      queue.push(new ServerResponse(incoming));
    }
  };
  const flush = () => {
    queue.flush();
  };
  return { push, flush, answered, sockets, responses };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
