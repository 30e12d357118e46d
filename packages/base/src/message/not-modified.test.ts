import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { fullResponse, notModified } from './not-modified.js';

const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT';

describe.each(implementations)('a 304, with %s', (_name, factories) => {
  const page = () =>
    factories
      .createResponse(200, 'Fine')
      .withHeader('Content-Type', 'text/plain')
      .withHeader('Content-Language', ['en', 'de'])
      .withHeader('Last-Modified', DATE)
      .withHeader('ETag', '"7"')
      .withBody(factories.createStream('page'));
  const made = (response = page()) => {
    const request = factories.createServerRequest('GET', '/');
    return { request, response: notModified(request, response, factories.createStream()) };
  };

  it('keeps Last-Modified only without an ETag, and its full response has both', () => {
    expect(made().response.getHeaders()).toEqual({ ETag: ['"7"'] });
    const { request, response } = made(page().withoutHeader('ETag'));
    expect(response.getHeaders()).toEqual({ 'Last-Modified': [DATE] });
    expect(fullResponse(request, response)?.response.getHeader('Last-Modified')).toEqual([DATE]);
  });

  it('stands for the response with what layers have set since', () => {
    const { request, response } = made();
    const changed = response.withHeader('Vary', 'Cookie').withHeader('Content-Language', 'fr');
    const full = fullResponse(request.withAttribute('a', 1), changed);
    expect([full?.size, full?.response.getStatusCode()]).toEqual([4, 200]);
    expect(full?.response.getHeaders()).toEqual({
      ETag: ['"7"'],
      Vary: ['Cookie'],
      'Content-Language': ['fr'],
      'Content-Type': ['text/plain'],
      'Last-Modified': [DATE],
    });
  });

  it('keeps its size when its body is closed; null for an unknown size', () => {
    const unknown = factories.createStreamFromResource(bytes());
    const { request, response } = made(page().withBody(unknown));
    expect(unknown.isReadable()).toBe(false);
    expect(fullResponse(request, response)?.size).toBeNull();
  });

  it('from elsewhere, or whose ETag was changed, stands for none that is known', () => {
    const { request, response } = made();
    expect(fullResponse(request, response.withHeader('ETag', '"7-gzip"'))).toBeNull();
    const other = factories.createServerRequest('GET', '/');
    expect(fullResponse(other, response)).toBeNull();
    expect(fullResponse(other, factories.createResponse(304))).toBeNull();
  });
});

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Uint8Array.of(1));
}
