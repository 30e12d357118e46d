import { describe, expect, it } from '@jest/globals';
import { FACTORIES } from '@mortise/base/keys';
import { implementations } from '../../../tooling/testing/implementations.js';
import { memoryStore } from '@mortise/store';
import { idempotency } from './idempotency.js';

const refusal = { code: 'OPTION_INVALID', option: 'idempotency.factories' };

describe.each(implementations)('the factories of idempotency with %s', (_, factories) => {
  const layer = () => idempotency({ store: memoryStore(), scope: () => 'a' });
  const keyed = () =>
    factories.createServerRequest('POST', '/').withHeader('Idempotency-Key', '"k"');
  const handler = {
    handle: () => factories.createResponse(201).withBody(factories.createStream('made')),
  };

  it('are those that created the request', async () => {
    const repeated = layer();
    await (await repeated.process(keyed(), handler)).getBody().text();
    const replayed = await repeated.process(keyed(), handler);
    expect([replayed.getStatusCode(), await replayed.getBody().text()]).toEqual([201, 'made']);
  });

  it('are those that come with the request', async () => {
    const repeated = layer();
    await (await repeated.process(keyed(), handler)).getBody().text();
    const request = keyed();
    const createResponse: typeof factories.createResponse = (...args) =>
      factories.createResponse(...args).withHeader('X-Own', 'yes');
    request.getLifetime().setValue(FACTORIES, { ...factories, createResponse });
    const replayed = await repeated.process(request, handler);
    expect(replayed.getHeaderLine('X-Own')).toBe('yes');
  });

  it('names the option if it is omitted and the request was created without factories', async () => {
    const request = keyed();
    request.getLifetime().setValue(FACTORIES, undefined as never);
    await expect(layer().process(request, handler)).rejects.toMatchObject(refusal);
  });
});
