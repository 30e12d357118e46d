import { describe, expect, it } from '@jest/globals';
import type { AttributeKey } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { requestWith, respond, seen } from '../test/respond.js';
import { basicAuth, type BasicAuthOptions, equalSecrets, USER } from './index.js';

interface Staff {
  readonly name: string;
}

const STAFF: AttributeKey<Staff> = 'app.staff';
const CHALLENGE = 'Basic realm="Staff", charset="UTF-8"';
const ALADDIN = 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==';
const WRONG = 'Basic QWxhZGRpbjpvcGVuIHNlc2FtRQ==';
const staff: BasicAuthOptions<Staff> = {
  realm: 'Staff',
  user: STAFF,
  verify: (_request, { username, password }) =>
    equalSecrets(password, 'open sesame') && { name: username },
};

const refusal = (status: number, code: string) => ({ status, code, challenges: [CHALLENGE] });
const MALFORMED = refusal(400, 'CREDENTIALS_MALFORMED');
const INVALID = refusal(401, 'CREDENTIALS_INVALID');

describe.each(implementations)('basicAuth with %s', (_, factories) => {
  const outcome = (layer: ReturnType<typeof basicAuth>, ...headers: readonly string[]) =>
    respond(factories, [layer], requestWith(factories, ...headers));

  it('passes a request with valid credentials, with its user', async () => {
    const { request } = await outcome(basicAuth(staff), ALADDIN);
    expect(request?.getAttribute(STAFF)).toEqual({ name: 'Aladdin' });
  });

  it('sets the user as a value of the lifetime, for outer layers', async () => {
    const request = requestWith(factories, ALADDIN);
    await respond(factories, [basicAuth(staff)], request);
    expect(request.getLifetime().getValue(STAFF)).toEqual({ name: 'Aladdin' });
  });

  it('sets the user under USER by default', async () => {
    const { request } = await outcome(basicAuth({ realm: 'a', verify: () => 7 }), ALADDIN);
    expect([USER, request?.getAttribute(USER)]).toEqual(['mortise.user', 7]);
  });

  it.each([
    ['no credentials', [], refusal(401, 'CREDENTIALS_MISSING')],
    ['another scheme', ['Bearer abc'], refusal(401, 'CREDENTIALS_MISSING')],
    ['a wrong password', [WRONG], INVALID],
    ['a header without a colon in its text', ['Basic YWRtaW4='], MALFORMED],
    ['a header that is not base64', ['Basic a-b'], MALFORMED],
    ['a header without credentials', ['Basic'], MALFORMED],
    ['two headers', [ALADDIN, ALADDIN], MALFORMED],
    ['two headers in one line', [`${ALADDIN}, ${ALADDIN}`], MALFORMED],
    ['a header that is not a scheme', ['@'], MALFORMED],
  ])('refuses a request with %s', async (_name, headers, expected) => {
    expect(await seen(factories, basicAuth(staff), ...headers)).toEqual(expected);
  });

  it.each([null, undefined, false, '', 0, Number.NaN, 0n])(
    'refuses the credentials if verify returns %p, or a promise of it',
    async (result) => {
      const layers = [result, Promise.resolve(result)].map((value) =>
        basicAuth({ realm: 'Staff', verify: () => value }),
      );
      for (const layer of layers) expect(await seen(factories, layer, ALADDIN)).toEqual(INVALID);
    },
  );

  it.each([1, ' ', true, {}])('accepts %p as a user', async (user) => {
    const { request } = await outcome(basicAuth({ realm: 'a', verify: () => user }), ALADDIN);
    expect(request?.getAttribute(USER)).toBe(user);
  });

  it('passes verify the request and both parts of the credentials', async () => {
    const given: unknown[] = [];
    const request = requestWith(factories, 'Basic YTpiOmM=');
    const verify = (...args: readonly unknown[]) => given.push(...args);
    await respond(factories, [basicAuth({ realm: 'a', verify })], request);
    expect(given).toEqual([request, { username: 'a', password: 'b:c' }]);
  });

  it('fails with the error of verify, thrown or rejected', async () => {
    const error = new Error('the database is down');
    const thrown = () => {
      throw error;
    };
    for (const verify of [thrown, () => Promise.reject(error)]) {
      expect((await outcome(basicAuth({ realm: 'a', verify }), ALADDIN)).error).toBe(error);
    }
  });

  it('does not call verify for malformed and long credentials', async () => {
    let calls = 0;
    const layer = basicAuth({ realm: 'Staff', maxLength: 34, verify: () => ++calls });
    expect(await seen(factories, layer, 'Basic a-b')).toEqual(MALFORMED);
    expect(await seen(factories, layer, `${ALADDIN}=`)).toEqual(
      refusal(431, 'CREDENTIALS_TOO_LONG'),
    );
    expect(calls).toBe(0);
    expect(await seen(factories, layer, ALADDIN)).toBe('passed');
  });

  it('accepts 8,192 characters by default', async () => {
    const layer = basicAuth({ realm: 'Staff', verify: () => true });
    const header = (length: number) => `Basic ${'YTph'.repeat(length)}`.slice(0, length);
    expect(header(8_192)).toHaveLength(8_192);
    expect(await seen(factories, layer, header(8_192))).toBe('passed');
    expect(await seen(factories, layer, header(8_193))).toMatchObject({ status: 431 });
  });

  describe('with optional: true', () => {
    const layer = basicAuth({ ...staff, optional: true });

    it('passes a request without credentials, without a user', async () => {
      const { request } = await outcome(layer);
      expect([request === null, request?.getAttribute(STAFF)]).toEqual([false, undefined]);
    });

    it('refuses wrong and malformed credentials', async () => {
      expect(await seen(factories, layer, WRONG)).toEqual(INVALID);
      expect(await seen(factories, layer, 'Basic @')).toEqual(MALFORMED);
    });
  });

  it.each([
    ['', 'Authorization'],
    ['Accept', 'Accept, Authorization'],
    ['authorization', 'authorization'],
    ['*', '*'],
  ])('adds Authorization to the Vary "%s" of the response', async (vary, expected) => {
    for (const layer of [basicAuth(staff), basicAuth({ ...staff, optional: true })]) {
      const response = await layer.process(requestWith(factories, ALADDIN), {
        handle: () => factories.createResponse().withHeader('Vary', vary),
      });
      expect(response.getHeaderLine('Vary')).toBe(expected);
    }
  });

  it('adds no Cache-Control', async () => {
    const { response } = await outcome(basicAuth(staff), ALADDIN);
    expect(response?.hasHeader('Cache-Control')).toBe(false);
  });

  it('creates no promise around a synchronous verify and handler', () => {
    const handle = () => factories.createResponse();
    const response = basicAuth(staff).process(requestWith(factories, ALADDIN), { handle });
    expect(response).not.toHaveProperty('then');
  });

  it('waits for an asynchronous handler, and passes its error unchanged', async () => {
    const error = new Error('x');
    const process = (response: Promise<never>) =>
      basicAuth(staff).process(requestWith(factories, ALADDIN), { handle: () => response });
    await expect(process(Promise.reject(error))).rejects.toBe(error);
  });

  it('keeps nothing of a request between two passes', async () => {
    const layer = basicAuth(staff);
    expect(await seen(factories, layer, ALADDIN)).toBe('passed');
    expect(await seen(factories, layer)).toMatchObject({ status: 401 });
    expect(await seen(factories, layer, ALADDIN)).toBe('passed');
  });
});

describe('the options of basicAuth', () => {
  const verify = () => null;

  it.each([
    [{ verify }, 'realm'],
    [{ realm: '', verify }, 'realm'],
    [{ realm: 'a\nb', verify }, 'realm'],
    [{ realm: 'B\u00fccher', verify }, 'realm'],
    [{ realm: 'x'.repeat(129), verify }, 'realm'],
    [{ realm: 7, verify }, 'realm'],
    [{ realm: 'a' }, 'verify'],
    [{ realm: 'a', verify: 7 }, 'verify'],
    [{ realm: 'a', verify: (credentials: unknown) => credentials }, 'verify'],
    [{ realm: 'a', verify, scopes: ['x'] }, 'scopes'],
    [{ realm: 'a', verify, user: '' }, 'user'],
    [{ realm: 'a', verify, user: 7 }, 'user'],
    [{ realm: 'a', verify, optional: 'yes' }, 'optional'],
    [{ realm: 'a', verify, maxLength: 0 }, 'maxLength'],
    [{ realm: 'a', verify, maxLength: Infinity }, 'maxLength'],
    [{ realm: 'a', verify, users: {} }, 'users'],
  ])('refuse %j', (options, option) => {
    expect(() => basicAuth(options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `basicAuth.${option}` }),
    );
  });

  it.each(['username', 'password', 'users'])('say what to write instead of %s', (name) => {
    expect(() => basicAuth({ realm: 'a', verify, [name]: 'x' })).toThrow(
      `unknown option basicAuth.${name}; expected verify: (request, { username, password }) => user`,
    );
  });

  it('refuse null', () => {
    expect(() => basicAuth(null as never)).toThrow(
      'invalid basicAuth: received null; expected an object',
    );
  });

  it.each([{ realm: ' ' }, { realm: 'x'.repeat(128) }, { realm: '~"\\' }])(
    'accept %j',
    (options) => {
      expect(() => basicAuth({ ...options, verify })).not.toThrow();
    },
  );
});

it('basicAuth is listed under its name, and neither catches nor reads errors of the handler', () => {
  const layer = basicAuth(staff);
  expect(layer.name).toBe('basicAuth');
});
