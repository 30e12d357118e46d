import { describe, expect, it } from '@jest/globals';
import { type RequestFacts, serverParams } from './server-params.js';

const facts: RequestFacts = {
  method: 'GET',
  target: '/books?page=2&x=?',
  protocolVersion: '1.1',
  rawHeaders: [],
  scheme: 'http',
};

describe('serverParams', () => {
  it('names the request line and the connection like CGI, all as strings', () => {
    const connection = {
      host: 'H.test:8080',
      remoteAddress: '10.0.0.9',
      remotePort: 5000,
      localAddress: '10.0.0.1',
      localPort: 3000,
    };
    expect({ ...serverParams({ ...facts, ...connection }) }).toEqual({
      REQUEST_METHOD: 'GET',
      REQUEST_URI: '/books?page=2&x=?',
      REQUEST_SCHEME: 'http',
      QUERY_STRING: 'page=2&x=?',
      SERVER_PROTOCOL: 'HTTP/1.1',
      SERVER_NAME: 'h.test',
      SERVER_PORT: '8080',
      REMOTE_ADDR: '10.0.0.9',
      REMOTE_PORT: '5000',
    });
  });

  it('omits unknown facts and keeps an empty query string', () => {
    const unknown = { host: null, remoteAddress: null, remotePort: null, localAddress: null };
    expect({ ...serverParams({ ...facts, ...unknown, target: '/' }) }).toEqual({
      REQUEST_METHOD: 'GET',
      REQUEST_URI: '/',
      REQUEST_SCHEME: 'http',
      QUERY_STRING: '',
      SERVER_PROTOCOL: 'HTTP/1.1',
    });
  });

  it.each([
    [{ scheme: 'https', host: 'h.test', localPort: 3000 }, 'h.test', '443'],
    [{ host: 'h.test', localPort: 3000 }, 'h.test', '80'],
    [{ scheme: 'ftp', host: 'h.test', localPort: 3000 }, 'h.test', undefined],
    [{ host: 'h.test:0', localAddress: '10.0.0.1', localPort: 3000 }, 'h.test', '0'],
    [{ localAddress: '10.0.0.1', localPort: 3000 }, '10.0.0.1', '3000'],
    [{ host: '', localAddress: '10.0.0.1', localPort: 3000 }, '10.0.0.1', '3000'],
    [{ host: 'a@b', localAddress: '::1', localPort: 0 }, '::1', '0'],
  ])('derives the server from %j', (given, name, port) => {
    const params = serverParams({ ...facts, ...given });
    expect([params['SERVER_NAME'], params['SERVER_PORT']]).toEqual([name, port]);
  });

  it('sets HTTPS only for https', () => {
    expect(serverParams({ ...facts, scheme: 'https' })['HTTPS']).toBe('on');
    expect('HTTPS' in serverParams(facts)).toBe(false);
  });

  it('turns headers into variables, repeated ones joined', () => {
    expect(
      headerParams(
        'Authorization',
        'Basic abc',
        'X-a',
        '1',
        'x-A',
        '2',
        'Cookie',
        'a=1',
        'cookie',
        'b=2',
        '__proto',
        'x',
      ),
    ).toEqual({ HTTP_AUTHORIZATION: 'Basic abc', HTTP_X_A: '1, 2', HTTP_COOKIE: 'a=1; b=2' });
  });

  it('joins all values of a repeated header in order, also empty ones', () => {
    expect(headerParams('A', '1', 'a', '', 'A', '3')).toEqual({ HTTP_A: '1, , 3' });
    expect(headerParams('Content-Type', 'a/b', 'content-type', 'c/d')).toEqual({
      CONTENT_TYPE: 'a/b, c/d',
    });
  });

  it('ignores a name without a value at the end', () => {
    expect(headerParams('A', '1', 'B')).toEqual({ HTTP_A: '1' });
  });

  it('names the two content headers only as CGI does', () => {
    expect(headerParams('content-type', 'a/b', 'Content-Length', '3')).toEqual({
      CONTENT_TYPE: 'a/b',
      CONTENT_LENGTH: '3',
    });
  });

  it.each(['Proxy', 'PROXY', 'X_Forwarded-For', 'Content_Type', 'Remote_Addr'])(
    'drops the header %s, which could be mistaken for another variable',
    (name) => {
      expect(headerParams(name, 'evil')).toEqual({});
    },
  );

  it('returns a new object without a prototype each time', () => {
    const params = serverParams(facts);
    expect(Object.getPrototypeOf(params)).toBeNull();
    expect(serverParams(facts)).not.toBe(params);
  });
});

/** The parameters that raw headers add. */
function headerParams(...rawHeaders: string[]): Record<string, string> {
  const without = serverParams(facts);
  const all = Object.entries(serverParams({ ...facts, rawHeaders }));
  return Object.fromEntries(all.filter(([name]) => !(name in without)));
}
