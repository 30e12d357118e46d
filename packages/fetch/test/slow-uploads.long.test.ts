import { afterEach, describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { type FetchLimits, toFetchHandler } from '../src/index.js';
import type { Handle } from './answering.js';
import { closeServers, listening, Upload } from './http-server.js';
import { implementations } from '../../../tooling/testing/implementations.js';

afterEach(closeServers);

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(implementations)('an upload to a server with %s', (_, factories) => {
  const text = (content: string) =>
    factories.createResponse().withBody(factories.createStream(content));
  const readers: [string, Handle][] = [
    ['as a whole', async (request) => text(String((await request.getBody().text()).length))],
    [
      'in chunks',
      async (request) => {
        let size = 0;
        for await (const chunk of request.getBody()) size += chunk.length;
        return text(String(size));
      },
    ],
  ];

  it.each(readers)(
    'is not aborted by handlerTimeout while it arrives, read %s',
    async (__, handle) => {
      const { upload, errors } = await uploading(factories, handle, { handlerTimeout: 200 });
      const end = performance.now() + 700;
      let sent = 0;
      for (; performance.now() < end && !upload.closed; sent++) {
        upload.send();
        await sleep(15);
      }
      upload.end();
      expect(await response(upload)).toEqual([200, String(sent * 10)]);
      expect(errors).toEqual([]);
    },
  );

  it.each(readers)('gets 408 by bodyIdleTimeout, read %s', async (__, handle) => {
    const limits = { handlerTimeout: 20, bodyIdleTimeout: 300 };
    const { upload } = await uploading(factories, handle, limits);
    upload.send();
    expect(await response(upload)).toEqual([408, 'Request Timeout']);
  });

  it.each(readers)('of 100 bytes gets 408 after 50, read %s', async (__, handle) => {
    const limits = { handlerTimeout: 20, bodyIdleTimeout: 300 };
    const { upload } = await uploading(factories, handle, limits, 100);
    for (let sent = 0; sent < 5; sent++) upload.send();
    expect(await response(upload)).toEqual([408, 'Request Timeout']);
  });

  it.each(readers)('of 100 bytes is complete after 100, read %s', async (__, handle) => {
    const { upload } = await uploading(factories, handle, { handlerTimeout: 200 }, 100);
    for (let sent = 0; sent < 9; sent++) upload.send();
    await sleep(300);
    upload.send();
    expect(await response(upload)).toEqual([200, '100']);
  });

  it.each(readers)(
    'of 100 bytes fails when the client disconnects after 50, read %s',
    async (__, handle) => {
      const failures: unknown[] = [];
      const noting: Handle = async (request) => {
        try {
          return await handle(request);
        } catch (error) {
          failures.push(error);
          throw error;
        }
      };
      const { upload, errors } = await uploading(factories, noting, {}, 100);
      for (let sent = 0; sent < 5; sent++) upload.send();
      await sleep(50);
      upload.disconnect();
      await waitFor(() => failures.length > 0);
      expect(failures).toMatchObject([{ code: 'REQUEST_ABORTED', status: 400 }]);
      expect(errors).toEqual([]);
    },
  );

  it('gets 408 by bodyTimeout, read as a whole', async () => {
    const handle: Handle = async (request) => text(await request.getBody().text());
    const limits = { handlerTimeout: 20, bodyTimeout: 300 };
    const { upload } = await uploading(factories, handle, limits);
    await waitFor(() => upload.closed || upload.send());
    expect(await response(upload)).toEqual([408, 'Request Timeout']);
  });

  it.each(readers)('gets 408 below bodyMinRate, read %s', async (__, handle) => {
    const limits = { bodyMinRate: 100_000, bodyMinRateAfter: 60 };
    const { upload } = await uploading(factories, handle, limits);
    await waitFor(() => upload.closed || upload.send());
    expect(await response(upload)).toEqual([408, 'Request Timeout']);
  });

  it.each(readers)(
    'can be arbitrarily slow with a bodyMinRate of 0, read %s',
    async (__, handle) => {
      const limits = { bodyMinRate: 0, bodyMinRateAfter: 0 };
      const { upload } = await uploading(factories, handle, limits);
      for (let sent = 0; sent < 5; sent++) {
        upload.send();
        await sleep(10);
      }
      upload.end();
      expect(await response(upload)).toEqual([200, '50']);
    },
  );

  it.each<[string, Handle]>([
    ['does not read', () => new Promise(() => undefined)],
    [
      'reads one chunk and no more',
      async (request) => {
        await request.getBody()[Symbol.asyncIterator]().next();
        return new Promise(() => undefined);
      },
    ],
    [
      'has read everything',
      async (request) => {
        await request.getBody().text();
        return new Promise(() => undefined);
      },
    ],
  ])('gets 503 by handlerTimeout when the handler %s', async (__, handle) => {
    const { upload, errors } = await uploading(factories, handle, { handlerTimeout: 50 });
    upload.send();
    upload.end();
    expect(await response(upload)).toEqual([503, 'Service Unavailable']);
    expect(errors).toMatchObject([{ code: 'HANDLER_TIMEOUT' }]);
  });
});

async function uploading(
  factories: HttpFactoriesInterface,
  handle: Handle,
  limits: Partial<FetchLimits>,
  length: number | null = null,
) {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const port = await listening(toFetchHandler(handle, { factories, limits, onError }));
  return { upload: new Upload(port, length), errors };
}

function response(upload: Upload): Promise<readonly [number, string]> {
  return waitForEvent('the response', upload.response());
}
