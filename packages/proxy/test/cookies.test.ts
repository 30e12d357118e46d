/** A target reads the cookies of a request, so a layer outside must not make its response public. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { passedCookies } from '@mortise/base/adapter';
import { implementations } from '../../../tooling/testing/implementations.js';
import { proxy } from '../src/index.js';
import { closeServers, upstream } from './served.js';

afterEach(closeServers);

describe.each(implementations)('a request that is forwarded with %s', (_, factories) => {
  it.each([
    ['has cookies', { Cookie: 'user=ada' }, true],
    ['has none', {}, false],
  ])('notes whether it %s', async (_kind, headers, noted) => {
    const handler = proxy({ target: await upstream((_incoming, outgoing) => outgoing.end()) });
    const plain = factories.createServerRequest('GET', '/');
    const request = Object.entries(headers).reduce(
      (made, [name, value]) => made.withHeader(name, value),
      plain,
    );
    await handler.handle(request);
    expect(passedCookies(request)).toBe(noted);
    await handler.close();
  });
});
