/** How requests share the connections to an origin. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../tooling/testing/implementations.js';
import { clientsOf, http } from './servers.js';

describe.each(implementations)('connections, with %s', (_, factories) => {
  const client = clientsOf(factories);
  const get = (url: string) => factories.createRequest('GET', url);

  it('names unread bodies as the cause if they hold all connections', async () => {
    const url = await http((_incoming, outgoing) => outgoing.write('begun'));
    const sender = client({ connections: 1, retry: false });
    const unread = await sender.sendRequest(get(url));
    const error: unknown = await sender
      .sendRequest(get(url), { timeout: 100 })
      .catch((thrown: unknown) => thrown);
    const cause = expect.objectContaining({
      message: expect.stringContaining('read each response body to its end') as unknown,
    }) as unknown;
    expect(error).toMatchObject({ code: 'UPSTREAM_TIMEOUT', cause });
    unread.getBody().close();
    // A server that got the request and sends nothing is late itself.
    const silent = await http(() => undefined);
    const late: unknown = await sender
      .sendRequest(get(silent), { timeout: 500 })
      .catch((thrown: unknown) => thrown);
    expect(late).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect((late as Error).cause).toBeUndefined();
  });

  it('are closed without waiting for bodies that nobody has begun to read', async () => {
    const large = 'x'.repeat(1_000_000);
    const url = await http((incoming, outgoing) => {
      if (incoming.url === '/begun') outgoing.write(large);
      else outgoing.end(large);
    });
    const sender = client();
    const unread = await sender.sendRequest(get(`${url}/begun`));
    const read = await sender.sendRequest(get(`${url}/whole`));
    const first = await read.getBody().read(1);
    const closed = sender.close();
    const rest = await read.getBody().getContents();
    expect(first.length + rest.length).toBe(large.length);
    await closed;
    await expect(unread.getBody().getContents()).rejects.toMatchObject({ code: 'ABORTED' });
    const late: unknown = await sender.sendRequest(get(url)).catch((error: unknown) => error);
    expect(late).toMatchObject({ code: 'CONNECT_FAILED', message: /is closed/ });
  });

  it('fails alone if reading the body of a request fails after the call has been aborted', async () => {
    const url = await http((incoming, outgoing) => {
      incoming.resume().on('end', () => outgoing.end('here'));
    });
    const sender = client({ connections: 1, retry: false });
    const aborted = new AbortController();
    let fail: (error: Error) => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      // eslint-disable-next-line require-yield -- it fails first
      async function* parts(): AsyncGenerator<Uint8Array> {
        resolve();
        await new Promise((_, reject) => (fail = reject));
      }
      const body = factories.createStreamFromResource(parts());
      const request = factories.createRequest('POST', url).withBody(body);
      void sender.sendRequest(request, { signal: aborted.signal }).catch(() => undefined);
    });
    aborted.abort();
    await begun;
    fail(new Error('unreadable'));
    const response = await sender.sendRequest(get(url));
    expect(await response.getBody().getContents()).toEqual(Buffer.from('here'));
  });

  it('reads the body of a request that waits for a connection in the context of its own call', async () => {
    const storage = new AsyncLocalStorage<number>();
    const seen: [own: number, found: number | undefined][] = [];
    async function* parts(own: number): AsyncGenerator<Uint8Array> {
      const note = () => void seen.push([own, storage.getStore()]);
      try {
        note();
        yield Buffer.from('a');
        await new Promise(setImmediate);
        note();
        yield Buffer.from('b');
      } finally {
        note();
      }
    }
    const url = await http((incoming, outgoing) => {
      incoming.resume().once('end', () => outgoing.end());
    });
    const sender = client({ connections: 1 });
    const send = (own: number) => {
      const body = factories.createStreamFromResource(parts(own));
      return sender.sendRequest(factories.createRequest('POST', url).withBody(body));
    };
    const all = Array.from({ length: 6 }, (__, own) => storage.run(own, () => send(own)));
    for (const response of await Promise.all(all)) await response.getBody().getContents();
    expect(seen.length).toBe(18);
    expect(seen.filter(([own, found]) => own !== found)).toEqual([]);
  });

  it('does not send a request that was aborted while it waited, and keeps the connection', async () => {
    const seen: unknown[] = [];
    const sockets = new Set<unknown>();
    const url = await http((incoming, outgoing) => {
      sockets.add(incoming.socket);
      seen.push(incoming.url);
      if (incoming.url === '/first') outgoing.write('begun');
      setTimeout(() => outgoing.end(), 20);
    });
    const sender = client({ connections: 1, retry: false });
    const first = await sender.sendRequest(get(`${url}/first`));
    const abort = new AbortController();
    const second = sender.sendRequest(get(`${url}/second`), { signal: abort.signal });
    abort.abort();
    await expect(second).rejects.toMatchObject({ code: 'ABORTED' });
    await first.getBody().getContents();
    await sender.sendRequest(get(`${url}/third`));
    expect([seen, sockets.size]).toEqual([['/first', '/third'], 1]);
  });

  it('lets further requests to an origin wait for a connection', async () => {
    let now = 0;
    let most = 0;
    const url = await http((_incoming, outgoing) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        outgoing.end();
      }, 30);
    });
    const sender = client({ connections: 2 });
    await Promise.all(Array.from({ length: 6 }, () => sender.sendRequest(get(url))));
    expect(most).toBe(2);
  });
});
