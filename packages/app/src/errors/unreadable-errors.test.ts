import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { noting, recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp } from '../index.js';

const refuse = () => {
  throw new Error('not readable');
};
const revoked = Proxy.revocable({}, {});
revoked.revoke();

describe.each(implementations)('a thrown value that cannot be read, on %s', (_name, factories) => {
  const { get } = requestsOf(factories);
  it.each<[string, object]>([
    ['a revoked proxy', revoked.proxy],
    ['a proxy without a class', new Proxy(new Error(), { getPrototypeOf: refuse })],
    ['a proxy without members', new Proxy({}, { get: refuse })],
  ])('is a response for layers, even if a custom handler throws it: %s', async (_what, thrown) => {
    for (const isThrownByHandler of [false, true]) {
      const app = createApp({ factories, logger: recorder().logger });
      const raise = () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- any value can be thrown
        throw thrown;
      };
      app.get('/', isThrownByHandler ? refuse : raise);
      if (isThrownByHandler) app.setDefaultErrorHandler(raise);
      const seen = noting(app);
      expect((await app.handle(get('/'))).getStatusCode()).toBe(500);
      expect(seen).toEqual([500, expect.stringMatching(/ was thrown; expected an Error$/)]);
    }
  });
});
