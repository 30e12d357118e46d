import { describe, expect, it } from '@jest/globals';
import type { ResponseMarks } from '@mortise/base/keys';
import { markResponse, withCacheMarks } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp } from '../index.js';

describe.each(implementations)(
  'what a layer notes about the response, with %s',
  (_name, factories) => {
    const { get } = requestsOf(factories);
    const OF_USER: ResponseMarks = { vary: ['X-Token'], isPrivate: true };

    /** A layer that marks the response, and another one outside it. */
    function cachingOf(
      marks: ResponseMarks,
      outer: (response: ResponseInterface) => ResponseInterface,
    ) {
      const app = createApp({ factories });
      app.get('/', (_request, response) => response);
      app.add(async (request, handler) => {
        markResponse(request, marks);
        return withCacheMarks(await handler.handle(request), marks, request);
      });
      app.add(async (request, handler) => outer(await handler.handle(request)));
      return headersOf(app);
    }

    async function headersOf(app: ReturnType<typeof createApp>) {
      const response = await app.handle(get('/'));
      return [response.getHeaderLine('Vary'), response.getHeaderLine('Cache-Control')];
    }

    it('holds although a layer outside replaces its headers', async () => {
      const replaced = (response: ResponseInterface) =>
        response.withHeader('Vary', 'Origin').withHeader('Cache-Control', 'public, max-age=60');
      expect(await cachingOf(OF_USER, replaced)).toEqual([
        'Origin, X-Token',
        'private, max-age=60',
      ]);
      const removed = (response: ResponseInterface) =>
        response.withoutHeader('Vary').withoutHeader('Cache-Control');
      expect(await cachingOf(OF_USER, removed)).toEqual(['X-Token', 'private, no-cache']);
      const stored = (response: ResponseInterface) =>
        response.withHeader('Cache-Control', 'no-store');
      expect(await cachingOf(OF_USER, stored)).toEqual(['X-Token', 'no-store']);
    });

    it('leaves a response that is not for one user public', async () => {
      const isPublic = (response: ResponseInterface) =>
        response.withHeader('Cache-Control', 'public');
      expect(await cachingOf({ vary: ['Accept'], isPrivate: false }, isPublic)).toEqual([
        'Accept',
        'public',
      ]);
    });

    it('holds for the response to an error, whatever its handler sets', async () => {
      const app = createApp({
        factories,
        logger: { error: () => undefined, info: () => undefined },
      });
      app.get('/', (request) => {
        markResponse(request, OF_USER);
        throw new Error('planted');
      });
      app.setDefaultErrorHandler(() =>
        factories.createResponse(500).withHeader('Cache-Control', 's-maxage=9'),
      );
      expect(await headersOf(app)).toEqual(['X-Token', 'private']);
    });
  },
);
