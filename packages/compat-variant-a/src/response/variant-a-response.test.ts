import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { decorateResponse, type VariantAResponseInterface } from '../index.js';

describe.each(implementations)('a decorated response over %s', (_name, factories) => {
  const respond = (status = 200): VariantAResponseInterface =>
    decorateResponse(factories.createResponse(status), factories);

  it('keeps its helpers after every with… method', () => {
    expectTypeOf(respond().withStatus(201)).toEqualTypeOf<VariantAResponseInterface>();
    expect(respond().withStatus(201).withHeader('A', 'b').write('x').isSuccessful()).toBe(true);
  });

  it('writes to the body', async () => {
    expect(await respond().write('a').write('b').getBody().text()).toBe('ab');
  });

  it('replaces the body with JSON, and sets the status if one is given', async () => {
    const written = respond().write('before');
    const answer = written.withJson({ a: [1, null] }, 422);
    expect(await answer.getBody().text()).toBe('{"a":[1,null]}');
    expect([answer.getStatusCode(), answer.getHeaderLine('Content-Type')]).toEqual([
      422,
      'application/json',
    ]);
    expect([written.withJson(1).getStatusCode(), await written.getBody().text()]).toEqual([
      200,
      'before',
    ]);
  });

  it.each([
    [200, 'location', 302],
    [201, 'Location', 201],
    [404, 'Location', 404],
    [200, 'X-Location', 200],
  ])('with status %i and a %s has status %i, as in PHP', (status, name, then) => {
    expect(respond(status).withHeader(name, '/a').getStatusCode()).toBe(then);
    expect(respond(status).withAddedHeader(name, '/a').getStatusCode()).toBe(status);
  });

  it('refuses values without a JSON form', () => {
    expect(() => respond().withJson(Promise.resolve(1))).toThrow('received a promise; expected');
    expect(() => respond().withRedirect(undefined as never)).toThrow(
      new TypeError('invalid redirect target: received undefined; expected a string or a URI'),
    );
    expect(() => respond().withJson(undefined)).toThrow(
      expect.objectContaining({ code: 'JSON_INVALID' }),
    );
    const value = () => 1;
    expect(() => respond().withJson(value)).toThrow(expect.objectContaining({ value }));
  });

  it('ignores the rejection of a promise that it refuses, which nobody else waits for', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const late = Promise.reject(new Error('late'));
    expect(() => respond().withJson(late)).toThrow('received a promise; expected');
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it.each([
    [200, null, 302],
    [201, null, 201],
    [200, 303, 303],
    [404, 301, 301],
  ])('redirects from %d with the status %p as %d', (from, status, to) => {
    const answer = respond(from).withRedirect('/there', status);
    expect([answer.getStatusCode(), answer.getHeaderLine('Location')]).toEqual([to, '/there']);
  });

  it('encodes characters that are invalid in a Location', () => {
    expect(respond(200).withRedirect('/é\ud800').getHeaderLine('Location')).toBe(
      '/%C3%A9%EF%BF%BD',
    );
  });

  it('redirects to a URI', () => {
    const uri = factories.createUri('http://h.test/there?a=b');
    expect(respond().withRedirect(uri).getHeaderLine('Location')).toBe('http://h.test/there?a=b');
    const url = new URL('http://h.test/there?a=b');
    expect(respond().withRedirect(url).getHeaderLine('Location')).toBe(url.href);
  });

  it('is decorated once', () => {
    const response = respond();
    expect(decorateResponse(response, factories)).toBe(response);
  });

  const questions = {
    isEmpty: [204, 205, 304],
    isInformational: [100, 103],
    isOk: [200],
    isSuccessful: [200, 204, 205],
    isRedirect: [301, 302, 303, 307, 308],
    isRedirection: [300, 301, 302, 303, 304, 307, 308],
    isBadRequest: [400],
    isForbidden: [403],
    isNotFound: [404],
    isClientError: [400, 403, 404, 499],
    isServerError: [500, 599],
  } as const;
  const statuses = [...new Set(Object.values(questions).flat())].sort((a, b) => a - b);

  it.each(Object.entries(questions))('%s is true only for %j', (question, expected) => {
    const yes = statuses.filter((status) => respond(status)[question as keyof typeof questions]());
    expect(yes).toEqual(expected);
  });
});
