/** When a request is sent again. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { factories as files } from '@mortise/message/node';
import { implementations } from '../../../tooling/testing/implementations.js';
import { clientsOf, http } from './servers.js';

describe.each(implementations)('retries, with %s', (_, factories) => {
  const client = clientsOf(factories);
  const get = (url: string) => factories.createRequest('GET', url);

  /** Responds to each request with the next status; with a reset for 0. */
  async function statuses(list: readonly number[], headers = {}) {
    const methods: unknown[] = [];
    const url = await http((incoming, outgoing) => {
      const status = list[methods.push(incoming.method) - 1] ?? 200;
      if (status === 0) incoming.socket.resetAndDestroy();
      else outgoing.writeHead(status, headers).end(String(status));
    });
    return { url, methods };
  }

  it.each([0, 429, 503])('repeat a safe request that had %i', async (status) => {
    const { url, methods } = await statuses([status]);
    const response = await client().sendRequest(get(url));
    expect(await response.getBody().text()).toBe('200');
    expect(methods).toEqual(['GET', 'GET']);
  });

  it('know standard methods in any case, as routes do', async () => {
    const { url, methods } = await statuses([503]);
    const sender = client({ retry: { methods: ['post'], base: 0 } });
    const response = await sender.sendRequest(factories.createRequest('POST', url));
    expect([response.getStatusCode(), methods]).toEqual([200, ['POST', 'POST']]);
  });

  it('end after the attempts, with the last response or error', async () => {
    const { url, methods } = await statuses([503, 503, 503]);
    const response = await client({ retry: { attempts: 3, base: 0 } }).sendRequest(get(url));
    expect([response.getStatusCode(), methods.length]).toEqual([503, 3]);
    const { url: resetting, methods: reset } = await statuses([0, 0]);
    const sending = client().sendRequest(get(resetting));
    await expect(sending).rejects.toMatchObject({ code: 'UPSTREAM_RESET' });
    expect(reset.length).toBe(2);
  });

  it('close the response before, which occupies a connection until then', async () => {
    let requests = 0;
    const url = await http((_incoming, outgoing) => {
      if (++requests === 1) outgoing.writeHead(503).write('never ends');
      else outgoing.end('200');
    });
    const response = await client({ connections: 1, timeout: 5_000 }).sendRequest(get(url));
    expect(await response.getBody().text()).toBe('200');
  });

  it('do not happen with retry: false', async () => {
    const { url, methods } = await statuses([503]);
    const response = await client({ retry: false }).sendRequest(get(url));
    expect([response.getStatusCode(), methods.length]).toEqual([503, 1]);
  });

  it.each([
    ['to its end', 1],
    ['in part', 100],
  ])('are refused for a request whose body was read before, %s', async (_part, parts) => {
    const { url, methods } = await statuses([0]);
    async function* once() {
      for (let part = 0; part < parts; part++) {
        yield await Promise.resolve(Buffer.from('document'));
        await new Promise(setImmediate);
      }
    }
    const request = factories
      .createRequest('PUT', url)
      .withHeader('Content-Length', String(8 * parts))
      .withBody(factories.createStreamFromResource(once()));
    const sender = client();
    await expect(sender.sendRequest(request)).rejects.toMatchObject({ code: 'UPSTREAM_RESET' });
    await expect(sender.sendRequest(request)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      message: expect.stringContaining('has already been read') as unknown,
    });
    expect(methods).toEqual(['PUT']);
  });

  it('leave alone unsafe methods, other statuses, and bodies that cannot be read again', async () => {
    const { url, methods } = await statuses([503, 500, 503]);
    const sender = client();
    async function* once() {
      yield await Promise.resolve(Buffer.from('a'));
    }
    const streamed = factories
      .createRequest('QUERY', url)
      .withBody(factories.createStreamFromResource(once()));
    const results = [
      await sender.sendRequest(factories.createRequest('POST', url)),
      await sender.sendRequest(get(url)),
      await sender.sendRequest(streamed),
    ];
    expect(results.map((response) => response.getStatusCode())).toEqual([503, 500, 503]);
    expect(methods).toEqual(['POST', 'GET', 'QUERY']);
  });

  it('send a body that is in memory again', async () => {
    const { url, methods } = await statuses([503]);
    const request = factories.createRequest('QUERY', url).withBody(factories.createStream('find'));
    expect((await client().sendRequest(request)).getStatusCode()).toBe(200);
    expect(methods).toEqual(['QUERY', 'QUERY']);
  });

  it('send a body that can be read again from its beginning, wherever it was', async () => {
    const sent: string[] = [];
    const url = await http((incoming, outgoing) => {
      void text(incoming).then((received) => {
        outgoing.writeHead(sent.push(received) === 1 ? 503 : 200).end();
      });
    });
    const body = files.createStreamFromFile(fileURLToPath(import.meta.url));
    body.seek(10);
    const request = factories.createRequest('QUERY', url).withBody(body);
    expect((await client().sendRequest(request)).getStatusCode()).toBe(200);
    const whole = await readFile(new URL(import.meta.url), 'utf8');
    expect(sent).toEqual([whole, whole]);
    body.close();
  });

  it('do not wait longer than maxRetryAfter, nor than the timeout: the response is the result', async () => {
    const { url, methods } = await statuses([429, 429], { 'Retry-After': '5' });
    const first = await client({ retry: { maxRetryAfter: 4_999 } }).sendRequest(get(url));
    const second = await client({ timeout: 4_500 }).sendRequest(get(url));
    expect([first.getStatusCode(), second.getStatusCode(), methods.length]).toEqual([429, 429, 2]);
  });

  it('stay within the timeout of the call, which holds for all attempts', async () => {
    let requests = 0;
    const url = await http((_incoming, outgoing) => {
      if (++requests === 1) outgoing.writeHead(503).end();
    });
    const sending = client({ timeout: 2_000 }).sendRequest(get(url));
    await expect(sending).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(requests).toBe(2);
  });

  it('end while they wait, when the signal aborts', async () => {
    const { url } = await statuses([429], { 'Retry-After': '5' });
    const abort = new AbortController();
    const sending = client().sendRequest(get(url), { signal: abort.signal });
    setTimeout(() => {
      abort.abort();
    }, 100);
    await expect(sending).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('are few while a server fails: 10 saved up, then one for ten requests', async () => {
    const { url, methods } = await statuses(Array.from({ length: 200 }, () => 503));
    const sender = client({ retry: { base: 0, now: () => 0 } });
    for (let request = 0; request < 100; request++) await sender.sendRequest(get(url));
    expect(methods.length).toBeGreaterThanOrEqual(118);
    expect(methods.length).toBeLessThanOrEqual(120);
  });
});
