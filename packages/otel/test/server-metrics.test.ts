import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApp, factories, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { openTelemetry } from '../src/index.js';
import { type Point, Sdk } from './sdk.js';

let sdk: Sdk;
beforeAll(() => {
  sdk = new Sdk();
});
afterAll(() => sdk.close());

const silent = { error: () => undefined, info: () => undefined };

describe('metrics', () => {
  it('count each request once, with its route and without what the client chose', async () => {
    const app = createApp({ logger: silent });
    const during: Point[] = [];
    app.post('/books/{id}', async (request, response) => {
      during.push(...(await sdk.points()));
      return text(response, await request.getBody().text());
    });
    app.add(openTelemetry());
    const client = inProcess(app);
    for (const id of ['7', '8']) await client.post(`/books/${id}`, { body: 'emma' });
    for (const id of ['1', '2']) await client.get(`/nowhere/${id}`);
    const points = await sdk.points();
    const of = (name: string) =>
      points
        .filter(({ metric }) => metric === name)
        .map(({ attributes, value }) => ({ ...attributes, value }));
    const made = {
      'http.request.method': 'POST',
      'url.scheme': 'http',
      'network.protocol.version': '1.1',
      'http.route': '/books/{id}',
      'http.response.status_code': 200,
      value: 2,
    };
    expect(of('http.server.request.duration')).toContainEqual(made);
    expect(of('http.server.response.body.size')).toContainEqual(made);
    expect(of('http.server.request.body.size')).toContainEqual(made);
    expect(
      of('http.server.request.duration').filter(
        (point) => 404 === point['http.response.status_code' as never],
      ),
    ).toEqual([
      {
        'http.request.method': 'GET',
        'url.scheme': 'http',
        'network.protocol.version': '1.1',
        'http.response.status_code': 404,
        value: 2,
      },
    ]);
    const method = { 'http.request.method': 'POST', 'url.scheme': 'http' };
    expect(during).toContainEqual(expect.objectContaining({ attributes: method, value: 1 }));
    expect(of('http.server.active_requests')).toContainEqual({ ...method, value: 0 });
    expect(points.find(({ metric }) => metric === 'http.server.request.duration')?.bounds).toEqual([
      0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
    ]);
  });

  it('measure to the end of the request, without its cleanups', async () => {
    const app = createApp({ logger: silent });
    app.get('/timed', (_request, response) => response);
    app.add(openTelemetry());
    const request = factories.createServerRequest('GET', '/timed');
    await app.handle(request);
    await request.getLifetime().end({ status: 200, time: performance.now() + 60_000 });
    const timed = (await sdk.points()).find(
      ({ metric, attributes }) =>
        metric === 'http.server.request.duration' && attributes['http.route'] === '/timed',
    );
    expect(Math.round(timed?.sum ?? 0)).toBe(60);
  });
});
