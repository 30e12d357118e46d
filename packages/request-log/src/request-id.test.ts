import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { errorOf } from '../test/error-of.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { receivedId, REQUEST_ID, requestId, requestIdOf, type RequestIdOptions } from './index.js';

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe.each(implementations)('requestId with %s', (_, factories) => {
  it('sets the same id for inner layers, outer layers and the client', () => {
    const { response, inner, outer } = through({});
    expect(inner.getAttribute(REQUEST_ID)).toMatch(UUID_V7);
    expect(response.getHeader('X-Request-Id')).toEqual([inner.getAttribute(REQUEST_ID)]);
    expect(requestIdOf(outer)).toBe(inner.getAttribute(REQUEST_ID));
  });

  it('ignores the id of a client', () => {
    const { response } = through({}, { 'X-Request-Id': 'of-the-client' });
    expect(response.getHeaderLine('X-Request-Id')).toMatch(UUID_V7);
  });

  it('uses the id of a trusted proxy', () => {
    const { response } = through({ trusted: true }, { 'X-Request-Id': 'of-the-proxy' });
    expect(response.getHeader('X-Request-Id')).toEqual(['of-the-proxy']);
  });

  it.each(['', 'two, ids', 'a b', 'a"b', 'ä', 'x'.repeat(129)])(
    'creates its own id if a trusted proxy sends %j',
    (id) => {
      const { response } = through({ trusted: true }, { 'X-Request-Id': id });
      expect(response.getHeaderLine('X-Request-Id')).toMatch(UUID_V7);
    },
  );

  it('uses another header and other ids', () => {
    const options = { header: 'X-Trace', create: () => 'id-7', trusted: true };
    expect(through(options).response.getHeader('X-Trace')).toEqual(['id-7']);
    const { response } = through(options, { 'x-trace': 'given' });
    expect(response.getHeader('X-Trace')).toEqual(['given']);
  });

  it('keeps the id of a request that passes through twice', () => {
    const middleware = requestId();
    const request = factories.createServerRequest('GET', '/');
    const handler = { handle: () => factories.createResponse() };
    const [first, second] = [0, 1].map(() =>
      (middleware.process(request, handler) as ResponseInterface).getHeaderLine('X-Request-Id'),
    );
    expect(second).toBe(first);
  });

  it('keeps the id of an outer layer, also where the client sends a trusted one', () => {
    const request = factories.createServerRequest('GET', '/').withHeader('X-Request-Id', 'sent');
    const inner = requestId({ trusted: true });
    const ids: unknown[] = [];
    const handle = (passed: ServerRequestInterface) => {
      ids.push(passed.getAttribute(REQUEST_ID));
      return factories.createResponse();
    };
    void requestId({ create: () => 'outer' }).process(request, {
      handle: (passed) => inner.process(passed, { handle }),
    });
    expect(ids).toEqual(['outer']);
  });

  it('sets the id on an asynchronous response', async () => {
    const response = await requestId({ create: () => 'a' }).process(
      factories.createServerRequest('GET', '/'),
      { handle: () => Promise.resolve(factories.createResponse()) },
    );
    expect(response.getHeader('X-Request-Id')).toEqual(['a']);
  });

  it('replaces a header that the handler has set', async () => {
    const response = await requestId({ create: () => 'a' }).process(
      factories.createServerRequest('GET', '/'),
      { handle: () => factories.createResponse().withHeader('X-Request-Id', 'own') },
    );
    expect(response.getHeader('X-Request-Id')).toEqual(['a']);
  });

  it('is null for a request without an id', () => {
    expect(requestIdOf(factories.createServerRequest('GET', '/'))).toBeNull();
  });

  function through(options: RequestIdOptions, headers: Readonly<Record<string, string>> = {}) {
    let outer = factories.createServerRequest('GET', '/');
    for (const [name, value] of Object.entries(headers)) outer = outer.withHeader(name, value);
    let inner: ServerRequestInterface = outer;
    const response = requestId(options).process(outer, {
      handle: (request) => {
        inner = request;
        return factories.createResponse();
      },
    }) as ResponseInterface;
    return { response, inner, outer };
  }
});

describe('the options of requestId', () => {
  it('leave it the name that applications list', () => {
    expect(requestId()).toHaveProperty('name', 'requestId');
  });

  it.each<[string, object]>([
    ['name', { name: 'X-Id' }],
    ['header', { header: 'X Id' }],
    ['header', { header: 7 }],
    ['trusted', { trusted: 'yes' }],
    ['create', { create: 'uuid' }],
  ])('refuses %s of %j', (option, options) => {
    expect(errorOf(() => requestId(options))).toMatchObject({
      code: 'OPTION_INVALID',
      option: `requestId.${option}`,
    });
  });
});

describe('receivedId', () => {
  it.each(['a', 'A.b_c:d/e+f=g-1', 'x'.repeat(128)])('is %s', (id) => {
    expect(receivedId(id)).toBe(id);
  });

  it('has no character that could end a line, a quoted text or a header', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('aZ09_.:/+=-"\',;<> \t\r\n\u2028é')) }),
        (text) => {
          const id = receivedId(text);
          expect(id === null || /^[a-zA-Z0-9_.:/+=-]+$/.test(id)).toBe(true);
          expect(id ?? text).toBe(text);
        },
      ),
      { numRuns: numRuns() },
    );
  });
});

describe('@mortise/request-log', () => {
  it('has one name for the id, which layers of other packages share', () => {
    expect(REQUEST_ID).toBe('mortise.request-id');
  });
});
