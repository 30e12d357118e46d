/** A request whose target or Host is malformed is a 400 with one span and one count, not an error of the server. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApp, serve, text } from 'mortise';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { openTelemetry } from '../src/index.js';
import { seenOf } from './golden.js';
import { Sdk } from './sdk.js';

let sdk: Sdk;
beforeAll(() => {
  sdk = new Sdk();
});
afterAll(() => sdk.close());

describe.each(nodeImplementations)('openTelemetry, with %s', (_, factories) => {
  it.each<[string, string, string, string | undefined]>([
    ['a Host with a space', '/books?key=s3cret', 'a b', '/books?\u2026'],
    ['a target with a user', 'http://ada:s3cret@a/books', 'a', undefined],
    ['a target with a fragment', '/books#s3cret', 'a', '/books#\u2026'],
  ])('traces and counts a request with %s once', async (_what, path, host, seen) => {
    sdk.exporter.reset();
    const durations = async () => {
      const points = await sdk.points();
      const found = points.filter(
        ({ metric, attributes }) =>
          metric === 'http.server.request.duration' &&
          attributes['http.response.status_code'] === 400,
      );
      return found.reduce((sum, { value }) => sum + value, 0);
    };
    const before = await durations();
    const errors: unknown[] = [];
    const app = createApp({
      ...{ factories, logger: { error: () => undefined, info: () => undefined } },
    });
    app.get('/books', (_request, response) => text(response, 'books'));
    app.add(openTelemetry());
    const server = await serve(app, { port: 0, onError: (error) => void errors.push(error) });
    const sent = request({
      ...{ host: '127.0.0.1', port: server.port, agent: false },
      ...{ path, setHost: false, headers: { Host: host } },
    }).end();
    const [response] = (await waitForEvent('400', once(sent, 'response'))) as [IncomingMessage];
    await response.toArray();
    await server.close();
    const spans = sdk.spans().map(seenOf);
    expect(spans.map(({ name }) => name)).toEqual(['GET']);
    expect(spans[0]?.attributes).toEqual({
      ...{ 'http.request.method': 'GET', 'url.scheme': 'http' },
      ...(seen !== undefined && { 'url.path': seen }),
      ...{ 'network.protocol.version': '1.1', 'client.address': '127.0.0.1' },
      'http.response.status_code': 400,
    });
    expect([(await durations()) - before, errors]).toEqual([1, []]);
  });
});
