import { describe, expect, it } from '@jest/globals';
import { FACTORIES } from '@mortise/base/keys';
import { factories as lazy } from '@mortise/message';
import { factories as plain } from '@mortise/message-plain';
import { createApp, factoriesOf, type MiddlewareFunction, text } from './index.js';

const refuse: MiddlewareFunction = (request) =>
  text(factoriesOf(request).createResponse(403), 'closed');

describe.each([
  ['@mortise/message', lazy],
  ['@mortise/message-plain', plain],
])('factoriesOf with %s', (_, factories) => {
  it('gives middleware the factories of its application', async () => {
    const app = createApp({ factories });
    app.add(refuse);
    const response = await app.handle(lazy.createServerRequest('GET', '/'));
    expect(response.constructor).toBe(factories.createResponse().constructor);
    expect(response.getStatusCode()).toBe(403);
  });

  it('returns those of the implementation outside an application', () => {
    expect(factoriesOf(factories.createServerRequest('GET', '/'))).toBe(factories);
  });

  it('refuses a request that was created without factories', () => {
    const request = factories.createServerRequest('GET', '/');
    request.getLifetime().setValue(FACTORIES, undefined as never);
    expect(() => factoriesOf(request)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'factories' }),
    );
  });
});
