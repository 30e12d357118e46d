import { describe, expect, it } from '@jest/globals';
import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';
import { expectTypeOf } from 'expect-type';
import { implementations } from '../../../tooling/testing/implementations.js';
import { requestWith, respond } from '../test/respond.js';
import { basicAuth, bearerAuth, USER, userOf } from './index.js';

interface User {
  readonly id: number;
  readonly name: string;
}

const CLIENT: AttributeKey<User> = 'app.client';
const api = bearerAuth({ user: CLIENT, verify: () => ({ id: 7, name: 'Ada' }) });

describe.each(implementations)('userOf with %s', (_, factories) => {
  const inside = async (layer: ReturnType<typeof bearerAuth>, ...headers: readonly string[]) => {
    const { request } = await respond(factories, [layer], requestWith(factories, ...headers));
    return request ?? requestWith(factories);
  };

  it('returns the user of the layer with this key', async () => {
    const request = await inside(api, 'Bearer a');
    expect(userOf(request, CLIENT)).toEqual({ id: 7, name: 'Ada' });
  });

  it('returns that of USER by default', async () => {
    const request = await inside(bearerAuth({ verify: () => 'Ada' }), 'Bearer a');
    expect([userOf(request), userOf(request, USER)]).toEqual(['Ada', 'Ada']);
    // Not the type that is expected of it.
    // @ts-expect-error -- its type is unknown
    const name: string = userOf(request);
    expect(name).toBe('Ada');
  });

  it('throws a 401 with the challenges if an optional layer passed a request without credentials', async () => {
    const optional = bearerAuth({ realm: 'api', verify: () => null, optional: true });
    const request = await inside(optional);
    expect(() => userOf(request)).toThrow(
      expect.objectContaining({
        ...{ status: 401, code: 'CREDENTIALS_MISSING', challenges: ['Bearer realm="api"'] },
      }),
    );
  });

  it('finds no user from outside in two layers that passed a request without credentials', async () => {
    const optional = bearerAuth({ verify: () => null, optional: true });
    const other = bearerAuth({ user: CLIENT, verify: () => null, optional: true });
    for (const layers of [
      [optional, other],
      [other, optional],
    ]) {
      const given = requestWith(factories).withAttribute(CLIENT, { id: 1, name: 'Eve' });
      const { request } = await respond(factories, layers, given);
      expect([request === null, request?.getAttribute(CLIENT)]).toEqual([false, undefined]);
    }
  });

  it('throws a 500 outside a layer, and for another key, and says what to do', async () => {
    expect(() => userOf(requestWith(factories))).toThrow(
      expect.objectContaining({
        ...{ status: 500, code: 'AUTH_LAYER_MISSING' },
        message:
          'userOf() found no authentication; add a layer such as bearerAuth() around the route',
      }),
    );
    const request = await inside(api, 'Bearer a');
    expect(() => userOf(request)).toThrow(
      'userOf() found no attribute "mortise.user"; pass the key set by the layer\'s user option',
    );
  });

  it('does not return a value of the lifetime, which requests outside the layer share', async () => {
    const request = requestWith(factories, 'Bearer a');
    await respond(factories, [api], request);
    expect(request.getLifetime().getValue(CLIENT)).toEqual({ id: 7, name: 'Ada' });
    expect(() => userOf(request, CLIENT)).toThrow(expect.objectContaining({ status: 500 }));
  });
});

describe('the types of a user', () => {
  it('are those of the key, for handlers and for verify', () => {
    const read = (request: ServerRequestInterface) => {
      expectTypeOf(userOf(request, CLIENT)).toEqualTypeOf<User>();
      expectTypeOf(request.getAttribute(CLIENT)).toEqualTypeOf<User | undefined>();
      expectTypeOf(userOf(request)).toEqualTypeOf<unknown>();
    };
    expectTypeOf(read).toBeFunction();
    const user: User = { id: 1, name: 'Ada' };
    bearerAuth({ user: CLIENT, verify: () => user });
    bearerAuth({ user: CLIENT, verify: () => Promise.resolve(user) });
    bearerAuth({ user: CLIENT, verify: () => new Map<string, User>().get('a') });
    bearerAuth({ user: CLIENT, verify: () => null, scopes: (_request, { name }) => [name] });
    basicAuth({
      realm: 'a',
      user: CLIENT,
      verify: (_request, { username }) => username === 'a' && user,
    });
    // @ts-expect-error the name is missing
    bearerAuth({ user: CLIENT, verify: () => ({ id: 1 }) });
    // @ts-expect-error true is not a user
    basicAuth({ realm: 'a', user: CLIENT, verify: () => true });
    // @ts-expect-error the token is text
    bearerAuth({ verify: (_request, token: number) => token });
  });
});
