import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { gunzip } from '@mortise/body-parsers';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { transports } from '../../../tooling/testing/transports.js';
import { createApp, createTemporaryStorage, json, serve } from '../src/index.js';
import { rawExchange } from './raw-exchange.js';

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

const logger = { error: () => undefined, info: () => undefined };
const apps = {
  'variant B': (factories: HttpFactoriesInterface) => {
    const app = createApp({ factories, logger, body: {} });
    app.post('/', (request, response) => json(response, request.getParsedBody()));
    return app;
  },
  'variant B with decoders': (factories: HttpFactoriesInterface) => {
    const app = createApp({ factories, logger, body: { decoders: { br: gunzip } } });
    app.post('/', (request, response) => json(response, request.getParsedBody()));
    return app;
  },
  'variant A': (factories: HttpFactoriesInterface) => {
    const app = createVariantA({ factories, logger, temporaryStorage: createTemporaryStorage() });
    app.post('/', (request, response) => response.withJson(request.getParsedBody()));
    return app;
  },
};

const cases = nodeImplementations.flatMap(([implementation, factories]) =>
  (Object.keys(apps) as (keyof typeof apps)[]).map((variant) => ({
    implementation,
    variant,
    app: apps[variant](factories),
  })),
);
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
];

describe.each(cases)('$variant with $implementation', ({ app }) => {
  describe.each(transports)('over %s', (_, openOf) => {
    it.each(TYPES)('ignores the content coding of an empty body of type %s', async (type) => {
      const server = await openOf(app);
      closings.push(() => server.close());
      const headers = { 'content-type': type, 'content-encoding': 'gzip' };
      const statuses: number[] = [];
      for (const body of [{}, { body: [] }, { body: [new Uint8Array()] }])
        statuses.push((await server.send('/', { method: 'POST', headers, ...body })).status);
      expect(statuses).toEqual([200, 200, 200]);
    });

    it.each(TYPES)('refuses the content coding of any other body of type %s', async (type) => {
      const server = await openOf(app);
      closings.push(() => server.close());
      const headers = { 'content-type': type, 'content-encoding': 'gzip' };
      const body = [gzipSync('{"a":1}')];
      expect((await server.send('/', { method: 'POST', headers, body })).status).toBe(415);
    });
  });

  it('ignores the content coding of a request that declares no body', async () => {
    const server = await serve(app, { port: 0 });
    closings.push(() => server.close());
    const head =
      'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n';
    for (const framing of ['', 'Content-Length: 0\r\n']) {
      const sent = Buffer.from(`${head}${framing}\r\n`);
      const port = Number(new URL(server.url).port);
      expect((await rawExchange(port, sent)).status).toBe(200);
    }
  });
});
