import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import { contentLength, createApp, text } from '../index.js';

describe.each(implementations)('on %s', (_implementation, factories) => {
  const { get } = requestsOf(factories);
  describe('contentLength', () => {
    it('counts bytes, not characters', async () => {
      expect(await lengthOf((response) => text(response, 'é'))).toBe('2');
    });

    it('sets the length at once if the response is there at once', () => {
      const app = createApp({ factories });
      app.get('/', (_request, response) => text(response, 'four'));
      app.add(contentLength());
      const response = app.handle(get('/')) as ResponseInterface;
      expect(response.getHeaderLine('Content-Length')).toBe('4');
      expect(contentLength().name).toBe('contentLength');
    });

    it('keeps an existing length, and sets none if the size is unknown', async () => {
      expect(await lengthOf((response) => response.withHeader('Content-Length', '9'))).toBe('9');
      const source = factories.createStreamFromResource(nothing());
      expect(await lengthOf((response) => response.withBody(source))).toBe('');
    });

    it('sets none for HEAD and a body that is empty, whose size for GET is unknown', async () => {
      const app = createApp({ factories });
      app.map(['HEAD'], '/empty', (_request, response) => response);
      app.map(['HEAD'], '/text', (_request, response) => text(response, 'four'));
      app.get('/empty-too', (_request, response) => response);
      app.add(contentLength());
      const lengths = [
        ['HEAD', '/empty'],
        ['HEAD', '/text'],
        ['GET', '/empty-too'],
        ['HEAD', '/empty-too'],
      ].map(async ([method = '', path = '']) => {
        const response = await app.handle(factories.createServerRequest(method, path));
        return response.getHeaderLine('Content-Length');
      });
      expect(await Promise.all(lengths)).toEqual(['', '4', '0', '0']);
    });

    it.each([204, 205, 304])('sets none for %d, which has no body', async (status) => {
      expect(await lengthOf((response) => response.withStatus(status))).toBe('');
    });
  });

  type Answer = (response: ResponseInterface) => ResponseInterface;

  async function lengthOf(answer: Answer): Promise<string> {
    const app = createApp({ factories });
    app.get('/', (_request, response) => Promise.resolve(answer(response)));
    app.add(contentLength());
    return (await app.handle(get('/'))).getHeaderLine('Content-Length');
  }

  async function* nothing(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(new Uint8Array(0));
  }
});
