import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { begunResponse, keepBegunResponse, withBegunHeaders } from './begun-response.js';

const [inner, outer] = [factories.createResponse(201), factories.createResponse(202)];
const error = new Error('thrown');
const request = () => factories.createServerRequest('GET', '/');

describe('the response that was begun when an error was thrown', () => {
  it.each([[error], [undefined], [null], ['text']])(
    'is that of the innermost layer, for %p',
    (thrown) => {
      const plain = request();
      keepBegunResponse(plain, inner, thrown);
      keepBegunResponse(plain, outer, thrown);
      expect(begunResponse(plain, thrown)).toBe(inner);
    },
  );

  it('is that of the last error, if a layer has replaced it', () => {
    const plain = request();
    keepBegunResponse(plain, inner, error);
    keepBegunResponse(plain, outer, 'another');
    expect([begunResponse(plain, 'another'), begunResponse(plain, error)]).toEqual([outer, null]);
  });

  it.each([[error], [undefined]])('is null for %p that passed no layer', (thrown) => {
    expect(begunResponse(request(), thrown)).toBeNull();
  });
});

describe('withBegunHeaders', () => {
  const begun = factories
    .createResponse()
    .withHeader('X-Both', 'begun')
    .withHeader('X-Begun', ['1', '2'])
    .withHeader('ETag', '"1"')
    .withHeader('Content-Length', '7');

  it('adds the headers that the response does not have, with all values', () => {
    const made = withBegunHeaders(factories.createResponse().withHeader('x-both', 'own'), begun);
    expect(made.getHeader('X-Both')).toEqual(['own']);
    expect(made.getHeader('X-Begun')).toEqual(['1', '2']);
  });

  it('adds that a response with cookies is for one user', () => {
    const ofVisitor = begun
      .withHeader('Set-Cookie', 'id=7')
      .withHeader('Cache-Control', 'private, max-age=60');
    const made = withBegunHeaders(factories.createResponse(404), ofVisitor);
    expect(made.getHeaderLine('Set-Cookie')).toBe('id=7');
    expect(made.getHeaderLine('Cache-Control')).toBe('private, no-cache');
  });

  it('does not add those that describe the replaced response', () => {
    const made = withBegunHeaders(factories.createResponse(), begun);
    expect(Object.keys(made.getHeaders())).toEqual(['X-Both', 'X-Begun']);
  });
});
