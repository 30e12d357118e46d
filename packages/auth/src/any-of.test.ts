import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../tooling/testing/implementations.js';
import { requestWith, respond, seen } from '../test/respond.js';
import { anyOf, basicAuth, bearerAuth, USER } from './index.js';

const basic = basicAuth({
  realm: 'Staff',
  verify: (_request, { password }) => password === 'b' && 'basic',
});
const bearer = bearerAuth({ realm: 'api', verify: (_request, token) => token === 'a' && 'bearer' });
const later = bearerAuth({
  verify: (_request, token) => Promise.resolve(token === 'later' && 'later'),
});
const BASIC = 'Basic realm="Staff", charset="UTF-8"';
const BEARER = 'Bearer realm="api"';

describe.each(implementations)('anyOf with %s', (_, factories) => {
  const userOf = async (layer: ReturnType<typeof anyOf>, header: string) => {
    const { request } = await respond(factories, [layer], requestWith(factories, header));
    return request?.getAttribute(USER);
  };

  it.each([
    ['Basic YTpi', 'basic'],
    ['Bearer a', 'bearer'],
    ['Bearer later', 'later'],
  ])('accepts %j by the layer that accepts it', async (header, user) => {
    expect(await userOf(anyOf(basic, bearer, later), header)).toBe(user);
    expect(await userOf(anyOf(later, bearer, basic), header)).toBe(user);
  });

  it('sends the challenges of all layers, each in its own line', async () => {
    expect(await seen(factories, anyOf(basic, bearer))).toEqual({
      ...{ status: 401, code: 'CREDENTIALS_MISSING' },
      challenges: [BASIC, BEARER],
    });
  });

  it('says which scheme was refused, among the challenges of all', async () => {
    const layer = anyOf(basic, bearer);
    expect(await seen(factories, layer, 'Bearer x')).toEqual({
      ...{ status: 401, code: 'CREDENTIALS_INVALID' },
      challenges: [BASIC, `${BEARER}, error="invalid_token"`],
    });
    expect(await seen(factories, layer, 'Basic YTp4')).toEqual({
      ...{ status: 401, code: 'CREDENTIALS_INVALID' },
      challenges: [BASIC, BEARER],
    });
  });

  it('responds with the refusal of the first layer that refuses', async () => {
    const layer = anyOf(bearer, later);
    expect(await seen(factories, layer, 'Bearer x')).toMatchObject({
      challenges: [`${BEARER}, error="invalid_token"`, BEARER],
    });
    expect(await seen(factories, layer, 'Bearer x y')).toMatchObject({ status: 400 });
  });

  it('passes requests without credentials if one layer is optional, and no wrong ones', async () => {
    const optional = bearerAuth({ verify: () => null, optional: true });
    const layer = anyOf(basic, optional);
    expect([layer.optional, anyOf(basic, bearer).optional]).toEqual([true, false]);
    expect(await seen(factories, layer)).toBe('passed');
    expect(await seen(factories, layer, 'Basic YTp4')).toMatchObject({ status: 401 });
    expect(await seen(factories, layer, 'Bearer x')).toMatchObject({ status: 401 });
  });

  it('fails with the error of a verify, and does not ask the next layer', async () => {
    const error = new Error('the database is down');
    const down = bearerAuth({ verify: () => Promise.reject(error) });
    const any = bearerAuth({ verify: () => 'any' });
    expect(await seen(factories, anyOf(down, any), 'Bearer a')).toBe(error);
  });

  it('composes layers of its own', async () => {
    const layer = anyOf(anyOf(basic, bearer), later);
    expect(layer.challenges).toEqual([BASIC, BEARER, BEARER]);
    expect(await userOf(layer, 'Bearer a')).toBe('bearer');
  });

  it('creates no promise if no layer does', () => {
    const handle = () => factories.createResponse();
    const response = anyOf(basic, bearer).process(requestWith(factories, 'Bearer a'), { handle });
    expect(response).not.toHaveProperty('then');
  });

  it('adds Authorization to Vary once', async () => {
    const { response } = await respond(
      factories,
      [anyOf(basic, bearer), bearer],
      requestWith(factories, 'Bearer a'),
    );
    expect(response?.getHeader('Vary')).toEqual(['Authorization']);
  });
});

it.each([
  [[], 'layers'],
  [[basic], 'layers'],
  [[basic, { process: () => undefined }], 'layers[1]'],
  [[undefined, basic], 'layers[0]'],
])('anyOf refuses %j', (layers, option) => {
  expect(() => anyOf(...(layers as never[]))).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', option: `anyOf.${option}` }),
  );
});

it('anyOf is listed under its name, and neither catches nor reads errors of the handler', () => {
  const layer = anyOf(basic, bearer);
  expect(layer.name).toBe('anyOf');
});
