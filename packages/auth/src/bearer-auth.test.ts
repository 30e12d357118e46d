import { describe, expect, it } from '@jest/globals';
import type { AttributeKey, ServerRequestInterface } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { requestWith, respond, seen } from '../test/respond.js';
import {
  anyOf,
  type AuthInterface,
  basicAuth,
  bearerAuth,
  type BearerAuthOptions,
} from './index.js';

interface User {
  readonly id: number;
}

const CLIENT: AttributeKey<User> = 'app.client';
const users = new Map([['mF_9.B5f-4.1JqM', { id: 7 }]]);
const VALID = 'Bearer mF_9.B5f-4.1JqM';
const api: BearerAuthOptions<User> = {
  user: CLIENT,
  verify: (_request, token) => users.get(token),
};

describe.each(implementations)('bearerAuth with %s', (_, factories) => {
  it('passes a request with a valid token, with its user', async () => {
    const { request } = await respond(factories, [bearerAuth(api)], requestWith(factories, VALID));
    expect(request?.getAttribute(CLIENT)).toEqual({ id: 7 });
  });

  it.each([
    ['no token', [], 401, 'CREDENTIALS_MISSING', ''],
    ['another scheme', ['Basic QTpi'], 401, 'CREDENTIALS_MISSING', ''],
    ['an unknown token', ['Bearer abc'], 401, 'CREDENTIALS_INVALID', ', error="invalid_token"'],
    [
      'no token after the scheme',
      ['Bearer'],
      400,
      'CREDENTIALS_MALFORMED',
      ', error="invalid_request"',
    ],
    ['two headers', [VALID, VALID], 400, 'CREDENTIALS_MALFORMED', ', error="invalid_request"'],
    [
      'a header of two tokens',
      [`${VALID}, ${VALID}`],
      400,
      'CREDENTIALS_MALFORMED',
      ', error="invalid_request"',
    ],
    [
      'a token of 8,186 characters',
      [`Bearer ${'a'.repeat(8_186)}`],
      431,
      'CREDENTIALS_TOO_LONG',
      ', error="invalid_request"',
    ],
  ])('refuses a request with %s', async (_name, headers, status, code, fault) => {
    const expected = { status, code, challenges: [`Bearer realm="api"${fault}`] };
    expect(await seen(factories, bearerAuth({ ...api, realm: 'api' }), ...headers)).toEqual(
      expected,
    );
  });

  it('sends the realm api if it has none of its own', async () => {
    expect(await seen(factories, bearerAuth(api))).toMatchObject({
      challenges: ['Bearer realm="api"'],
    });
  });

  it('passes verify the request and the token', async () => {
    const given: unknown[] = [];
    const request = requestWith(factories, VALID);
    const verify = (...args: readonly unknown[]) => given.push(...args);
    await respond(factories, [bearerAuth({ verify })], request);
    expect(given).toEqual([request, 'mF_9.B5f-4.1JqM']);
  });

  it('reads no token from the query and from a form', async () => {
    const request = factories
      .createServerRequest('POST', 'https://h.test/?access_token=mF_9.B5f-4.1JqM')
      .withParsedBody({ access_token: 'mF_9.B5f-4.1JqM' });
    const { error } = await respond(factories, [bearerAuth(api)], request);
    expect(error).toMatchObject({ code: 'CREDENTIALS_MISSING' });
  });

  it('does not trust an attribute and a lifetime value of the same name', async () => {
    const request = requestWith(factories).withAttribute(CLIENT, { id: 1 });
    request.getLifetime().setValue(CLIENT, { id: 1 });
    const { error } = await respond(factories, [bearerAuth(api)], request);
    expect(error).toMatchObject({ code: 'CREDENTIALS_MISSING' });
  });

  it('creates no promise around a synchronous verify and handler', () => {
    const handle = () => factories.createResponse();
    const response = bearerAuth(api).process(requestWith(factories, VALID), { handle });
    expect(response).not.toHaveProperty('then');
  });

  it('passes a request without a token if it is optional', async () => {
    const layer = bearerAuth({ ...api, optional: true });
    expect(await seen(factories, layer)).toBe('passed');
    expect(await seen(factories, layer, 'Basic QTpi')).toBe('passed');
    expect(await seen(factories, layer, 'Bearer abc')).toMatchObject({ status: 401 });
    expect(await seen(factories, layer, 'Bearer')).toMatchObject({ status: 400 });
  });

  it.each<[string, AuthInterface]>([
    ['bearerAuth', bearerAuth({ ...api, optional: true })],
    [
      'anyOf',
      anyOf(bearerAuth({ ...api, optional: true }), basicAuth({ realm: 'a', verify: () => null })),
    ],
  ])('removes a user of another layer from a request without credentials: %s', async (_, layer) => {
    const given = requestWith(factories).withAttribute(CLIENT, { id: 666 });
    const { request } = await respond(
      factories,
      [layer, bearerAuth({ ...api, optional: true })],
      given,
    );
    expect(request?.getAttributes()).not.toHaveProperty([CLIENT]);
    expect(request).not.toBeNull();
  });

  it('keeps the user of an outer authentication layer with the same attribute', async () => {
    const outer = basicAuth({ user: CLIENT, realm: 'a', verify: () => ({ id: 5 }) });
    const layers = [outer, bearerAuth({ ...api, optional: true })];
    const { request } = await respond(factories, layers, requestWith(factories, 'Basic QTpi'));
    expect(request?.getAttribute(CLIENT)).toEqual({ id: 5 });
  });

  it('authenticates each of many concurrent requests by its own token', async () => {
    const verify = async (_request: ServerRequestInterface, token: string) => {
      await new Promise(setImmediate);
      return { id: Number(token) };
    };
    const layer = bearerAuth({ user: CLIENT, verify });
    const ids = Array.from({ length: 50 }, (_value, id) => id);
    const found = await Promise.all(
      ids.map((id) => respond(factories, [layer], requestWith(factories, `Bearer ${id}`))),
    );
    expect(found.map(({ request }) => request?.getAttribute(CLIENT)?.id)).toEqual(ids);
  });
});

describe('the options of bearerAuth', () => {
  const verify = () => null;

  it.each([
    [{}, 'verify'],
    [{ verify: {} }, 'verify'],
    [{ verify: (token: unknown) => token }, 'verify'],
    [{ verify, realm: '' }, 'realm'],
    [{ verify, scopes: [] }, 'scopes'],
    [{ verify, optional: 1 }, 'optional'],
    [{ verify, maxLength: 1.5 }, 'maxLength'],
    [{ verify, user: '' }, 'user'],
    [{ verify, user: 'user' }, 'user'],
    [{ verify, user: 'a_user-2' }, 'user'],
    [{ verify, header: 'X-Token' }, 'header'],
  ])('refuse %j', (options, option) => {
    expect(() => bearerAuth(options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `bearerAuth.${option}` }),
    );
  });
});

it('bearerAuth is listed under its name, and neither catches nor reads errors of the handler', () => {
  const layer = bearerAuth(api);
  expect(layer.name).toBe('bearerAuth');
});
