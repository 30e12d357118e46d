import { describe, expect, it } from '@jest/globals';
import { answering, bytes, Chunks, turn } from '../test/answering.js';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { FetchAdapterError } from './index.js';

describe.each(implementations)('the lifetime of a request on %s', (_, factories) => {
  const streamed = (chunks: AsyncIterable<Uint8Array>) =>
    factories.createResponse().withBody(factories.createStreamFromResource(chunks));

  it('has ended when a response in memory is returned', async () => {
    const { ask, lifetime } = answering(factories, () => factories.createResponse());
    await ask('http://a/');
    expect([lifetime().ended, lifetime().signal.aborted]).toEqual([true, false]);
  });

  it('has ended when an error response is returned', async () => {
    const { ask, lifetime } = answering(factories, () => Promise.reject(new Error('x')));
    await ask('http://a/');
    expect([lifetime().ended, lifetime().signal.aborted]).toEqual([true, false]);
  });

  it('ends after the last byte of a streamed response, not before', async () => {
    const { ask, lifetime } = answering(factories, () => streamed(new Chunks(['a', 'b'])));
    const reader = (await ask('http://a/')).body?.getReader();
    await reader?.read();
    await reader?.read();
    expect(lifetime().ended).toBe(false);
    expect(await reader?.read()).toMatchObject({ done: true });
    expect([lifetime().ended, lifetime().signal.aborted]).toEqual([true, false]);
  });

  it('is aborted, and the source cancelled, when the platform cancels the body', async () => {
    const chunks = new Chunks(['a', 'b', 'c']);
    const { ask, lifetime, errors } = answering(factories, () => streamed(chunks));
    const response = await ask('http://a/');
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel('gone');
    await turn();
    expect(chunks.cancelled).toBe(true);
    expect(lifetime().signal.reason).toMatchObject({ code: 'REQUEST_ABORTED', cause: 'gone' });
    expect(errors).toEqual([]);
  });

  it('is aborted when the source of the body fails, and the reader gets the error', async () => {
    const failure = new Error('source');
    const { ask, lifetime, errors } = answering(factories, () =>
      streamed(new Chunks(['a'], failure)),
    );
    await expect((await ask('http://a/')).text()).rejects.toBe(failure);
    expect(lifetime().signal.reason).toBe(failure);
    expect(errors).toEqual([failure]);
  });

  it('is aborted without a report when a body that it echoes ends because the client has disconnected', async () => {
    const { ask, lifetime, errors } = answering(factories, (request) =>
      streamed(request.getBody()),
    );
    let pulls = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (pulls++ === 0) controller.enqueue(bytes('a'));
        else controller.error(new Error('reset'));
      },
    });
    const response = await ask(new Request('http://a/', { method: 'POST', body, duplex: 'half' }));
    await expect(response.text()).rejects.toMatchObject({ code: 'REQUEST_ABORTED' });
    expect([lifetime().signal.aborted, errors]).toEqual([true, []]);
  });

  it('has no report of an error that reading the body of a client that has disconnected caused', async () => {
    const { ask, errors } = answering(factories, async (request) => {
      const cause: unknown = await request
        .getBody()
        .text()
        .catch((error: unknown) => error);
      throw new Error('cannot forward the body', { cause });
    });
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error('reset'));
      },
    });
    await ask(new Request('http://a/', { method: 'POST', body, duplex: 'half' }));
    expect(errors).toEqual([]);
  });

  it('is aborted when the signal of the request fires while the handler runs', async () => {
    const controller = new AbortController();
    const { ask, lifetime, errors } = answering(factories, (request) => {
      const { signal } = request.getLifetime();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    });
    const asking = ask(new Request('http://a/', { signal: controller.signal }));
    controller.abort('gone');
    const response = await waitForEvent('a response', Promise.resolve(asking));
    expect(response.status).toBe(400);
    expect(lifetime().signal.reason).toMatchObject({ code: 'REQUEST_ABORTED', cause: 'gone' });
    expect(errors).toEqual([]);
  });

  it('is aborted, and the source cancelled, when the signal fires while a body is sent', async () => {
    const controller = new AbortController();
    const chunks = new Chunks(['a', 'b']);
    const { ask, lifetime, errors } = answering(factories, () => streamed(chunks));
    const response = await ask(new Request('http://a/', { signal: controller.signal }));
    const reader = response.body?.getReader();
    await reader?.read();
    controller.abort();
    await turn();
    expect([chunks.cancelled, lifetime().signal.aborted, errors]).toEqual([true, true, []]);
    await expect(reader?.read()).rejects.toThrow();
    expect(errors).toEqual([]);
  });

  it('is aborted while an asynchronous handler runs if the signal had fired before', async () => {
    const { ask, lifetime } = answering(factories, () => new Promise(() => undefined));
    const asking = ask(new Request('http://a/', { signal: AbortSignal.abort() }));
    const response = await waitForEvent('a response', Promise.resolve(asking));
    expect([response.status, lifetime().signal.aborted]).toEqual([400, true]);
  });

  it('is not aborted by a signal that fires after the end', async () => {
    const controller = new AbortController();
    const { ask, lifetime } = answering(factories, () => factories.createResponse());
    await ask(new Request('http://a/', { signal: controller.signal }));
    controller.abort();
    expect(lifetime().signal.aborted).toBe(false);
  });

  it('leaves no listener on a signal that outlives it', async () => {
    const { signal, listeners } = countingSignal();
    let during = 0;
    const { ask } = answering(factories, async () => {
      await waitFor(() => listeners() > 0);
      during = listeners();
      return factories.createResponse();
    });
    await ask(withSignal(signal));
    expect([during, listeners()]).toEqual([1, 0]);
  });

  it('listens once to a signal for a handler that is waited for and its streamed response', async () => {
    const { signal, listeners } = countingSignal();
    const { ask } = answering(factories, async () => {
      await waitFor(() => listeners() > 0);
      return streamed(new Chunks(['a']));
    });
    const response = await ask(withSignal(signal));
    expect(listeners()).toBe(1);
    await response.text();
    expect(listeners()).toBe(0);
  });

  it.each<[string, () => Promise<void> | null]>([
    ['there is nothing to wait for', () => null],
    ['the handler waits only briefly', () => turn()],
  ])('does not read the signal if %s', async (__, wait) => {
    let reads = 0;
    const request = new Proxy(new Request('http://a/'), {
      get: (target, key) => {
        if (key === 'signal') reads++;
        return Reflect.get(target, key) as unknown;
      },
    });
    const { ask, lifetime } = answering(factories, () => {
      const waiting = wait();
      const response = factories.createResponse();
      return waiting === null ? response : waiting.then(() => response);
    });
    await ask(request);
    expect([reads, lifetime().ended]).toEqual([0, true]);
  });

  it.each([undefined, null])(
    'ends on a platform whose requests have the signal %p',
    async (signal) => {
      const { ask, lifetime } = answering(factories, () => streamed(new Chunks(['a'])));
      expect(await (await ask(withSignal(signal))).text()).toBe('a');
      expect([lifetime().ended, lifetime().signal.aborted]).toEqual([true, false]);
    },
  );

  it.each([
    ['aborted by the error of a client that has gone', FetchAdapterError.clientGone(), true],
    ['ended by another', new FetchAdapterError('BODY_TOO_LARGE', 'too large', 413), false],
  ])('of a handler that rejects is %s', async (_name, error, aborted) => {
    const { ask, lifetime } = answering(factories, () => Promise.reject(error));
    expect((await ask('http://a/')).status).toBe(error.status);
    expect([lifetime().ended, lifetime().signal.aborted]).toEqual([true, aborted]);
    if (aborted) expect(lifetime().signal.reason).toBe(error);
  });

  it.each([
    ['when it has been sent whole', null],
    ['when its source fails', new Error('x')],
  ])('closes the body of the response %s', async (_when, failure) => {
    let closed = false;
    const { ask } = answering(factories, () => {
      const response = streamed(new Chunks(['a'], failure));
      response.getBody().close = () => void (closed = true);
      return response;
    });
    await (await ask('http://a/')).text().catch(() => undefined);
    expect(closed).toBe(true);
  });
});

function countingSignal() {
  let count = 0;
  const signal = {
    aborted: false,
    addEventListener: () => count++,
    removeEventListener: () => count--,
  };
  return { signal, listeners: () => count };
}

function withSignal(signal: unknown): Request {
  return new Proxy(new Request('http://a/'), {
    get: (target, key) => (key === 'signal' ? signal : (Reflect.get(target, key) as unknown)),
  });
}

describe.each(implementations)('the response to an error on %s', (_, factories) => {
  const failing = (members: object) =>
    answering(factories, () => Promise.reject(Object.assign(new Error('x'), members)));

  it('has the statusCode of errors that have no status', async () => {
    expect((await failing({ statusCode: 416 }).ask('http://a/')).status).toBe(416);
  });

  it('has neither cookies nor framing of an upstream server', async () => {
    const headers = new Headers({
      'Set-Cookie': 'session=upstream',
      'Content-Length': '3',
      'Content-Encoding': 'gzip',
      Connection: 'close',
      'Retry-After': '7',
    });
    const response = await failing({ status: 503, headers }).ask('http://a/');
    expect([response.status, [...response.headers]]).toEqual([
      503,
      [
        ['content-type', 'text/plain; charset=utf-8'],
        ['retry-after', '7'],
      ],
    ]);
  });
});
