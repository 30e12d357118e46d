import { afterEach, describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { createApp, factories } from '../src/index.js';

const silent = { error: () => undefined, info: () => undefined };
const before = process.env['NODE_ENV'];
afterEach(() => {
  if (before === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = before;
});

describe('middleware that returns no response later', () => {
  it.each<[string, boolean | undefined, string]>([
    ['development', undefined, 'middleware "empty" returned undefined'],
    ['production', undefined, 'a middleware returned undefined'],
    ['production', true, 'middleware "empty" returned undefined'],
    ['development', false, 'a middleware returned undefined'],
  ])('is an error in %s, under development %j: %s', async (environment, development, message) => {
    process.env['NODE_ENV'] = environment;
    const app = createApp({ errors: false, ...(development !== undefined && { development }) });
    app.get('/', (_request, response) => response);
    app.add(async function empty(request, handler) {
      await handler.handle(request);
      return undefined as unknown as ResponseInterface;
    });
    await expect(app.handle(factories.createServerRequest('GET', '/'))).rejects.toThrow(message);
  });

  it('is named in production if details are displayed', async () => {
    process.env['NODE_ENV'] = 'production';
    const app = createApp({ errors: { details: true }, logger: silent });
    app.get('/', (_request, response) => response);
    app.add(async function empty(request, handler) {
      await handler.handle(request);
      return undefined as unknown as ResponseInterface;
    });
    const response = await app.handle(factories.createServerRequest('GET', '/'));
    expect(await response.getBody().text()).toContain('middleware "empty" returned undefined');
  });
});
