import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { createApp } from '@mortise/app';
import { implementations } from '../../../tooling/testing/implementations.js';
import { variantA } from './index.js';

const logger = { error: () => undefined, info: () => undefined };

describe.each(implementations)('variantA in an application over %s', (_name, factories) => {
  const request = factories.createServerRequest('GET', '/');

  it('needs no container and no settings', async () => {
    const app = createApp({ factories, logger, variant: variantA() });
    app.get('/', function (_request, response) {
      return response.write(String(this.has('errorHandler')));
    });
    expect(await (await app.handle(request)).getBody().text()).toBe('false');
  });

  it('responds to errors without a container, and shows their details only if configured', async () => {
    const shown: boolean[] = [];
    for (const settings of [undefined, {}, { displayErrorDetails: true }]) {
      const variant = variantA(settings && { settings });
      const app = createApp({ factories, logger, variant });
      app.get('/', () => {
        throw new Error('broken');
      });
      const response = await app.handle(request);
      expect(response.getStatusCode()).toBe(500);
      shown.push((await response.getBody().text()).includes('broken'));
    }
    expect(shown).toEqual([false, false, true]);
  });

  it('gives middleware the container of the application, and a response of its protocol version', async () => {
    const container = { has: () => false, get: () => undefined };
    const variant = variantA({ settings: { httpVersion: '1.0' } });
    const app = createApp({ factories, container, variant });
    const seen: unknown[] = [];
    app.get('/', (_request, response) => response);
    app.add(function (inner, response, next) {
      seen.push(this === container, response.getProtocolVersion());
      return next(inner, response);
    });
    await app.handle(request);
    expect(seen).toEqual([true, '1.0']);
  });

  it('refuses a class as middleware, and names the parameters of a function', () => {
    class Auth {
      readonly name = 'auth';
    }
    const app = createApp({ factories, variant: variantA() });
    expect(() => app.add(Auth as never)).toThrow(
      /received the class Auth; expected a function \(request, response, next\), an object/,
    );
  });

  it('looks for no method in a request whose body could not be read', async () => {
    const failing = () => Promise.reject(new Error('broken'));
    const container = {
      has: (name: string) => name === 'errorHandler',
      get: () => (failed: ServerRequestInterface, response: ResponseInterface) =>
        response.withHeader('X-Method', failed.getMethod()),
    };
    const variant = variantA({ readers: { 'multipart/form-data': failing } });
    const app = createApp({ factories, container, variant });
    const response = await app.handle(
      factories
        .createServerRequest('POST', '/')
        .withHeader('Content-Type', 'multipart/form-data; boundary=b')
        .withHeader('X-Http-Method-Override', 'PUT'),
    );
    expect(response.getHeaderLine('X-Method')).toBe('POST');
  });
});
