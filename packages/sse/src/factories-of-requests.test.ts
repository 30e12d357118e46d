import { describe, expect, it } from '@jest/globals';
import { FACTORIES } from '@mortise/base/keys';
import { implementations } from '../../../tooling/testing/implementations.js';
import { eventStream } from './event-stream.js';

const refusal = { code: 'OPTION_INVALID', option: 'eventStream.factories' };

describe.each(implementations)('the factories of eventStream with %s', (_, factories) => {
  const events = () =>
    (async function* () {
      yield await Promise.resolve({ data: 'a' });
    })();

  it('are those that created the request', async () => {
    const request = factories.createServerRequest('GET', '/');
    const response = eventStream(request, factories.createResponse(), events());
    expect(await response.getBody().text()).toBe(':\n\ndata: a\n\n');
  });

  it('are those that come with the request', () => {
    const request = factories.createServerRequest('GET', '/');
    const body = factories.createStream('own');
    request
      .getLifetime()
      .setValue(FACTORIES, { ...factories, createStreamFromResource: () => body });
    expect(eventStream(request, factories.createResponse(), events()).getBody()).toBe(body);
  });

  it('names the option if it is omitted and the request was created without factories', () => {
    const request = factories.createServerRequest('GET', '/');
    request.getLifetime().setValue(FACTORIES, undefined as never);
    expect(() => eventStream(request, factories.createResponse(), events())).toThrow(
      expect.objectContaining(refusal),
    );
  });
});
