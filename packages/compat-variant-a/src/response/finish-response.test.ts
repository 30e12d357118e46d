import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createApp } from '../index.js';

describe.each(implementations)('the response of an application over %s', (_name, factories) => {
  const headersOf = async (status: number, body: string): Promise<readonly boolean[]> => {
    const app = createApp({ factories });
    app.get('/', (_request, response) =>
      response
        .write(body)
        .withHeader('Content-Length', String(body.length))
        .withHeader('Content-Type', 'text/plain')
        .withStatus(status),
    );
    const response = await app.handle(factories.createServerRequest('GET', '/'));
    return ['Content-Length', 'Content-Type'].map((name) => response.hasHeader(name));
  };

  it.each([204, 205, 304])('has neither length nor type with %d', async (status) => {
    expect(await headersOf(status, '')).toEqual([false, false]);
    expect(await headersOf(status, 'text')).toEqual([false, false]);
  });

  it.each([200, 203, 206, 303, 404])('keeps both with %d', async (status) => {
    expect(await headersOf(status, 'text')).toEqual([true, true]);
  });

  it('keeps the length that it has, even if its body is shorter', async () => {
    const app = createApp({ factories });
    app.get('/', (_request, response) => response.withHeader('Content-Length', '7'));
    const response = await app.handle(factories.createServerRequest('HEAD', '/'));
    expect(response.getHeaderLine('Content-Length')).toBe('7');
  });

  it('has no length if the size of its body is unknown', async () => {
    async function* source() {
      yield await Promise.resolve(new Uint8Array(2));
    }
    const app = createApp({ factories });
    app.get('/', (_request, response) =>
      response.withBody(factories.createStreamFromResource(source())),
    );
    const response = await app.handle(factories.createServerRequest('GET', '/'));
    expect(response.hasHeader('Content-Length')).toBe(false);
  });

  it('has for HEAD the length of GET, and none for an empty body of a route of its own', async () => {
    const app = createApp({ factories });
    app.get('/empty', (_request, response) => response);
    app.map(['HEAD'], '/own', (_request, response) => response);
    app.get('/text', (_request, response) => response.write('four'));
    const lengthOf = async (method: string, path: string) =>
      (await app.handle(factories.createServerRequest(method, path))).getHeader('Content-Length');
    expect(await lengthOf('HEAD', '/empty')).toEqual(['0']);
    expect(await lengthOf('HEAD', '/own')).toEqual([]);
    expect(await lengthOf('GET', '/empty')).toEqual(['0']);
    expect(await lengthOf('HEAD', '/text')).toEqual(['4']);
  });

  it('has the version of HTTP of the settings', async () => {
    const versions: string[] = [];
    for (const settings of [{}, { httpVersion: '1.0' }]) {
      const app = createApp({ factories, settings });
      app.get('/', (_request, response) => response);
      const response = await app.handle(factories.createServerRequest('GET', '/'));
      versions.push(response.getProtocolVersion());
    }
    expect(versions).toEqual(['1.1', '1.0']);
  });

  it('gets the length of a body of known size, unless the setting is off', async () => {
    const lengthOf = async (addContentLengthHeader: boolean): Promise<string> => {
      const app = createApp({ factories, settings: { addContentLengthHeader } });
      app.get('/', (_request, response) => response.write('text'));
      const response = await app.handle(factories.createServerRequest('GET', '/'));
      return response.getHeaderLine('Content-Length');
    };
    expect([await lengthOf(true), await lengthOf(false)]).toEqual(['4', '']);
  });
});
