import { describe, expect, it } from '@jest/globals';
import { factories } from './index.js';

describe('createResponse', () => {
  it('creates 200 in version 1.1, without headers, with an empty writable body', () => {
    const response = factories.createResponse();
    expect([response.getStatusCode(), response.getReasonPhrase()]).toEqual([200, 'OK']);
    expect([response.getProtocolVersion(), response.getRawHeaders()]).toEqual(['1.1', []]);
    expect([response.getBody().isWritable(), response.getBody().getSize()]).toEqual([true, 0]);
  });

  it.each([99, 600, 200.5, Number.NaN, '200', null])('refuses the status %j', (code) => {
    expect(() => factories.createResponse(code as number)).toThrow(
      expect.objectContaining({ code: 'STATUS_INVALID' }),
    );
  });

  it.each(['a\nb', 'a\r', '\0', '\x7f', '€', 5])('refuses the reason %j', (reason) => {
    expect(() => factories.createResponse(200, reason as string)).toThrow(
      expect.objectContaining({ code: 'REASON_INVALID' }),
    );
  });
});

describe('a response', () => {
  it('shares its body, position included, with its copies', () => {
    const response = factories.createResponse();
    const copy = response.withStatus(404).withHeader('A', 'b');
    response.getBody().write('text');
    copy.getBody().rewind();
    expect(response.getBody().inMemory()).toBe('text');
  });

  it('uses the registered phrase of each new status', () => {
    const response = factories.createResponse(404, 'Mine');
    expect(response.getReasonPhrase()).toBe('Mine');
    expect(response.withStatus(201).getReasonPhrase()).toBe('Created');
    expect(response.withStatus(299).getReasonPhrase()).toBe('');
  });

  it('is unchanged when a change is refused', () => {
    const response = factories.createResponse(404, 'Mine').withHeader('A', 'b');
    expect(() => response.withStatus(200, '\n')).toThrow();
    expect(() => response.withHeader('B', ['c', '\n'])).toThrow();
    expect(() => response.withProtocolVersion('HTTP/1.1')).toThrow(
      expect.objectContaining({ code: 'PROTOCOL_VERSION_INVALID' }),
    );
    expect([response.getStatusCode(), response.getReasonPhrase()]).toEqual([404, 'Mine']);
    expect(response.getRawHeaders()).toEqual(['A', 'b']);
  });
});
