import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { serve } from 'mortise';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { Sdk } from './sdk.js';
import { tracedApp } from './traced-app.js';

let sdk: Sdk;
beforeAll(() => {
  sdk = new Sdk();
});
afterEach(() => {
  sdk.exporter.reset();
});
afterAll(() => sdk.close());

describe.each(nodeImplementations)('a skipped request, with %s', (_, factories) => {
  const paths = [
    '/books/7',
    '/later/7',
    '/fail',
    '/stream',
    '/events',
    '/admin/users/ada',
    '/none',
  ];

  it('has no span, no spans of its handler or its body, and no metrics', async () => {
    const before = await sdk.points();
    const app = tracedApp(factories, { skip: () => true }, []);
    const server = await serve(app, { port: 0, onError: () => undefined });
    for (const path of paths) await (await fetch(server.url + path)).text();
    await server.close();
    expect([sdk.spans(), await sdk.points()]).toEqual([[], before]);
  });

  it('leaves others', async () => {
    const skip = (request: { getUri(): { getPath(): string } }) =>
      request.getUri().getPath() === '/later/7';
    const server = await serve(tracedApp(factories, { skip }, []), { port: 0 });
    for (const path of paths.slice(0, 2)) await (await fetch(server.url + path)).text();
    await server.close();
    expect(sdk.spans().map(({ name }) => name)).toEqual(['query', 'GET /books/{id}']);
  });
});
