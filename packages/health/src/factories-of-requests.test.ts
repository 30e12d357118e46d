import { describe, expect, it } from '@jest/globals';
import { FACTORIES } from '@mortise/base/keys';
import { implementations } from '../../../tooling/testing/implementations.js';
import { health } from './health.js';

const refusal = { code: 'OPTION_INVALID', option: 'health.factories' };

describe.each(implementations)('the factories of health with %s', (_, factories) => {
  const layer = health();
  const handler = { handle: () => factories.createResponse(404) };

  it('are those that created the request', async () => {
    const request = factories.createServerRequest('GET', '/health/live');
    const response = await layer.process(request, handler);
    expect(await response.getBody().text()).toBe('{"status":"pass"}');
  });

  it.each(['/health/live', '/health/ready'])(
    'are those that come with a request for %s',
    async (path) => {
      const request = factories.createServerRequest('GET', path);
      const body = factories.createStream('own');
      request.getLifetime().setValue(FACTORIES, { ...factories, createStream: () => body });
      expect((await layer.process(request, handler)).getBody()).toBe(body);
    },
  );

  it('names the option if it is omitted and the request was created without factories', () => {
    const request = factories.createServerRequest('GET', '/health/live');
    request.getLifetime().setValue(FACTORIES, undefined as never);
    expect(() => layer.process(request, handler)).toThrow(expect.objectContaining(refusal));
  });
});
