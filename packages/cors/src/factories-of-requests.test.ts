import { describe, expect, it } from '@jest/globals';
import { FACTORIES } from '@mortise/base/keys';
import { implementations } from '../../../tooling/testing/implementations.js';
import { cors } from './cors.js';

const refusal = { code: 'OPTION_INVALID', option: 'cors.factories' };

describe.each(implementations)('the factories of cors with %s', (_, factories) => {
  const layer = cors({ origins: ['https://app.example'] });
  const handler = { handle: () => factories.createResponse() };
  const preflight = () =>
    factories
      .createServerRequest('OPTIONS', '/')
      .withHeader('Origin', 'https://app.example')
      .withHeader('Access-Control-Request-Method', 'PUT');

  it('are those that come with the request', async () => {
    const request = preflight();
    const createResponse: typeof factories.createResponse = (...args) =>
      factories.createResponse(...args).withHeader('X-Own', 'yes');
    request.getLifetime().setValue(FACTORIES, { ...factories, createResponse });
    const response = await layer.process(request, handler);
    expect([response.getStatusCode(), response.getHeaderLine('X-Own')]).toEqual([204, 'yes']);
  });

  it('are those that created the request', async () => {
    expect((await layer.process(preflight(), handler)).getStatusCode()).toBe(204);
  });

  it('names the option if it is omitted and the request was created without factories', () => {
    const request = preflight();
    request.getLifetime().setValue(FACTORIES, undefined as never);
    expect(() => layer.process(request, handler)).toThrow(expect.objectContaining(refusal));
  });
});
