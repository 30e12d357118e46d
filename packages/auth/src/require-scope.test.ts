import { describe, expect, it } from '@jest/globals';
import type { AttributeKey } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { requestWith, respond } from '../test/respond.js';
import { anyOf, basicAuth, bearerAuth, requireScope } from './index.js';

interface User {
  readonly scopes: readonly string[];
}

const CLIENT: AttributeKey<User> = 'app.client';
const api = bearerAuth({
  ...{ realm: 'api', user: CLIENT },
  verify: (_request, token) => ({ scopes: token.split('.') }),
  scopes: (_request, user) => user.scopes,
});
const staff = basicAuth({ realm: 'Staff', verify: () => true, scopes: () => ['read'] });
const READER = 'Bearer read';

describe.each(implementations)('requireScope with %s', (_, factories) => {
  const outcome = async (
    layers: Parameters<typeof respond>[1],
    ...headers: readonly string[]
  ): Promise<unknown> => {
    const { error } = await respond(factories, layers, requestWith(factories, ...headers));
    return error ?? 'passed';
  };

  it('passes a user who has all scopes', async () => {
    expect(await outcome([api, requireScope('read')], 'Bearer read.write')).toBe('passed');
    expect(await outcome([api, requireScope('read', 'write')], 'Bearer write.read')).toBe('passed');
  });

  it.each([['write'], ['read', 'write'], ['Read'], ['rea']])(
    'refuses a user without one of %j with 403, and names what is required',
    async (...scopes) => {
      const challenge = `Bearer realm="api", error="insufficient_scope", scope="${scopes.join(' ')}"`;
      expect(await outcome([api, requireScope(...scopes)], READER)).toMatchObject({
        ...{ status: 403, code: 'SCOPE_INSUFFICIENT' },
        headers: { 'WWW-Authenticate': [challenge] },
      });
    },
  );

  it('requires the scopes of all its layers', async () => {
    const layers = [api, requireScope('read'), requireScope('write')];
    expect(await outcome(layers, READER)).toMatchObject({ status: 403 });
    expect(await outcome(layers, 'Bearer read.write')).toBe('passed');
  });

  it('sends no challenge to a user of Basic, which has none for scopes', async () => {
    const layer = anyOf(api, staff);
    expect(await outcome([layer, requireScope('read')], 'Basic YTpi')).toBe('passed');
    expect(await outcome([layer, requireScope('write')], 'Basic YTpi')).toMatchObject({
      ...{ status: 403, headers: {} },
    });
  });

  it('refuses a request without credentials, which an optional layer passed, with 401', async () => {
    const optional = anyOf(staff, bearerAuth({ verify: () => null, optional: true }));
    expect(await outcome([optional, requireScope('read')])).toMatchObject({
      ...{ status: 401, code: 'CREDENTIALS_MISSING' },
      challenges: ['Basic realm="Staff", charset="UTF-8"', 'Bearer realm="api"'],
    });
  });

  it('knows the user of an outer layer inside an optional one of another scheme', async () => {
    const optional = bearerAuth({ verify: () => null, optional: true });
    expect(await outcome([staff, optional, requireScope('read')], 'Basic YTpi')).toBe('passed');
  });

  it('fails with 500 outside a layer that authenticates, and inside one without scopes', async () => {
    const without = bearerAuth({ verify: () => true });
    expect(await outcome([requireScope('read')])).toMatchObject({
      ...{ status: 500, code: 'AUTH_LAYER_MISSING' },
      message: expect.stringContaining('requireScope() found no authentication; add a layer'),
    });
    expect(await outcome([without, requireScope('read')], READER)).toMatchObject({
      ...{ status: 500, code: 'AUTH_LAYER_MISSING' },
      message: expect.stringContaining('set the scopes option'),
    });
  });

  it.each([undefined, null, 'read write', [7], {}])(
    'fails with OPTION_INVALID if the scopes are %j, not a list of texts',
    async (scopes) => {
      const layer = bearerAuth({ verify: () => true, scopes: () => scopes as never });
      expect(await outcome([layer, requireScope('read')], READER)).toMatchObject({
        ...{ code: 'OPTION_INVALID', option: 'bearerAuth.scopes' },
      });
    },
  );

  it('calls scopes with the request and the user, only for routes that require one', async () => {
    const given: unknown[] = [];
    const layer = bearerAuth({
      verify: () => 'user',
      scopes: (...args) => {
        given.push(...args);
        return ['read'];
      },
    });
    const request = requestWith(factories, READER);
    await respond(factories, [layer], request);
    expect(given).toEqual([]);
    await respond(factories, [layer, requireScope('read')], request);
    expect(given).toEqual([request, 'user']);
  });
});

it.each([[[]], [['']], [['a b']], [['a"b']], [['a\\b']], [['\u00e9']], [['read', 7]], [['a\n']]])(
  'requireScope refuses %j as scopes',
  (scopes) => {
    expect(() => requireScope(...(scopes as string[]))).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    );
  },
);

it('requireScope accepts every character of a scope', () => {
  expect(() => requireScope("!#$%&'()*+,-./09:;<=>?@AZ[]^_`az{|}~")).not.toThrow();
});

it('requireScope is listed under its name, and neither catches nor reads errors', () => {
  const layer = requireScope('read');
  expect(layer.name).toBe('requireScope');
});
