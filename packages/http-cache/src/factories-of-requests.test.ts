import { describe, expect, it } from '@jest/globals';
import { FACTORIES } from '@mortise/base/keys';
import { implementations } from '../../../tooling/testing/implementations.js';
import { httpCache } from './http-cache.js';

const refusal = { code: 'OPTION_INVALID', option: 'httpCache.factories' };

describe.each(implementations)('the factories of httpCache with %s', (_, factories) => {
  const layer = httpCache();
  const conditional = () =>
    factories.createServerRequest('GET', '/').withHeader('If-None-Match', '"a"');
  const tagged = () => factories.createResponse().withHeader('ETag', '"a"');

  it('are those that created the request', async () => {
    const response = await layer.process(conditional(), { handle: tagged });
    expect(response.getStatusCode()).toBe(304);
  });

  it('are those that the request has before its handler is called', async () => {
    const request = conditional();
    const body = factories.createStream();
    request.getLifetime().setValue(FACTORIES, { ...factories, createStream: () => body });
    const response = await layer.process(request, {
      handle: (inner) => {
        inner.getLifetime().setValue(FACTORIES, factories);
        return tagged();
      },
    });
    expect(response.getBody()).toBe(body);
  });

  it('names the option if it is omitted and the request was created without factories', () => {
    const request = conditional();
    request.getLifetime().setValue(FACTORIES, undefined as never);
    expect(() => layer.process(request, { handle: tagged })).toThrow(
      expect.objectContaining(refusal),
    );
  });
});
