import { describe, expect, it } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { defaultLimits } from '../server-limits.js';
import { RequestHead } from './request-head.js';

const limits = { ...defaultLimits, headerCount: 3, targetLength: 5 };

/** What is found in the headers of a request of HTTP/1.1 without further ones. */
const plain = { host: 'a', contentLength: -1, encoded: false, status: 0 };

function headOf(rawHeaders: readonly string[], version = '1.1', url = '/'): RequestHead {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const incoming = Object.assign(new IncomingMessage(new Socket()), {
    rawHeaders,
    url,
    httpVersionMajor: major,
    httpVersionMinor: minor,
  });
  return RequestHead.of(incoming, limits);
}

describe('the head of a request', () => {
  it.each<[string, string[], object]>([
    ['nothing else', [], {}],
    ['a length', ['Content-Length', '12'], { contentLength: 12 }],
    ['a length of 0 in any case', ['CONTENT-length', '0'], { contentLength: 0 }],
    ['chunks', ['Transfer-Encoding', 'chunked'], { encoded: true }],
    ['chunks in any case', ['TRANSFER-encoding', 'CHUNKED'], { encoded: true }],
    ['names of the same lengths', ['Hosu', 'b', 'Xontent-Length', '9'], {}],
    ['a name as long as that of a length', ['X-ntent-Length', '9'], {}],
    ['a name as long as that of a coding', ['X-ansfer-Encoding', 'gzip'], {}],
    ['values that look like names', ['X-A', 'Host', 'X-B', 'Transfer-Encoding'], {}],
  ])('with %s', (_, fields, found) => {
    expect(headOf(['hOST', 'a', ...fields])).toEqual({ ...plain, ...found });
  });

  it.each<[string, string[], 0 | 400 | 501]>([
    ['another coding', ['gzip'], 400],
    ['a coding that only ends like it', ['xchunked'], 400],
    ['a coding that only begins like it', ['chunkedx'], 400],
    ['no coding', [''], 400],
    ['a coding after it', ['chunked, gzip'], 400],
    ['another coding before it', ['gzip, chunked'], 501],
    ['another coding before it, after a tab', ['gzip\tchunked'], 501],
    ['another coding before it, after a comma', ['gzip,chunked'], 501],
    ['another header before it', ['gzip', 'chunked'], 501],
    ['another header after it', ['chunked', 'gzip'], 400],
  ])('with the transfer coding chunked and %s', (_, codings, status) => {
    const fields = codings.flatMap((coding) => ['Transfer-Encoding', coding]);
    expect(headOf(['Host', 'a', ...fields])).toMatchObject({ encoded: true, status });
  });

  it.each<[string, string[], string, string, number]>([
    ['as many headers as allowed', ['Host', 'a', 'B', 'b', 'C', 'c'], '1.1', '/', 0],
    ['one header too many', ['Host', 'a', 'B', 'b', 'C', 'c', 'D', 'd'], '1.1', '/', 431],
    ['a target as long as allowed', ['Host', 'a'], '1.1', '/2345', 0],
    ['a target that is too long', ['Host', 'a'], '1.1', '/23456', 414],
    ['too much of both', ['Host', 'a', 'B', 'b', 'C', 'c', 'D', 'd'], '1.1', '/23456', 431],
    ['a target that is too long, and no host', [], '1.1', '/23456', 414],
    ['no host', [], '1.1', '/', 400],
    ['an empty host', ['Host', ''], '1.1', '/', 0],
    ['two hosts', ['Host', 'a', 'host', 'a'], '1.1', '/', 400],
    ['no host over HTTP/1.0', [], '1.0', '/', 0],
    ['two hosts over HTTP/1.0', ['Host', 'a', 'Host', 'a'], '1.0', '/', 400],
    ['chunks over HTTP/1.0', ['Transfer-Encoding', 'chunked'], '1.0', '/', 400],
    ['a length over HTTP/1.0', ['Content-Length', '1'], '1.0', '/', 0],
    ['the version 0.9', ['Host', 'a'], '0.9', '/', 505],
    ['the version 2.0', ['Host', 'a'], '2.0', '/', 505],
    ['another version and chunks', ['Host', 'a', 'Transfer-Encoding', 'chunked'], '2.0', '/', 505],
  ])('has its status: with %s', (_, fields, version, url, status) => {
    expect(headOf(fields, version, url).status).toBe(status);
  });

  it('needs a host only if its version does', () => {
    const status = (needsHost: boolean) => new RequestHead([], '/', needsHost, limits).status;
    expect([status(true), status(false)]).toEqual([400, 0]);
  });

  it('has the last host', () => {
    expect(headOf(['Host', 'a', 'Host', 'b']).host).toBe('b');
    expect(headOf([]).host).toBe('');
  });
});
