import { describe, expect, it } from '@jest/globals';
import { FACTORIES } from '@mortise/base/keys';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { compression } from './compression.js';

const refusal = { code: 'OPTION_INVALID', option: 'compression.factories' };

describe.each(implementations)('the factories of compression with %s', (_, factories) => {
  const layer = compression({ threshold: 0, codings: ['gzip'] });
  const accepting = () =>
    factories.createServerRequest('GET', '/').withHeader('Accept-Encoding', 'gzip');
  const text = () =>
    factories
      .createResponse()
      .withHeader('Content-Type', 'text/plain')
      .withBody(factories.createStream('aaaa'));

  it('are those that created the request', async () => {
    const response = await layer.process(accepting(), { handle: text });
    expect(response.getHeaderLine('Content-Encoding')).toBe('gzip');
  });

  it('are those that the request has before its handler is called', async () => {
    const request = accepting();
    const body = factories.createStream('own');
    request
      .getLifetime()
      .setValue(FACTORIES, { ...factories, createStreamFromResource: () => body });
    const response = await layer.process(request, {
      handle: (inner) => {
        inner.getLifetime().setValue(FACTORIES, factories);
        return text();
      },
    });
    expect(response.getBody()).toBe(body);
  });

  it('names the option if it is omitted and the request was created without factories', () => {
    const request = accepting();
    request.getLifetime().setValue(FACTORIES, undefined as never);
    expect(() => layer.process(request, { handle: text })).toThrow(
      expect.objectContaining(refusal),
    );
  });
});
