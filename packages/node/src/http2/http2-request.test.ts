import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Http2ServerRequest } from 'node:http2';
import { client, closeClients } from '../../test/http2-client.js';
import { arrivedExchange, bareHttp2, closeBareHttp2 } from '../../test/http2-streams.js';
import { waitFor, waitForEvent } from '../../test/wait-for.js';
import { Http2Request } from './http2-request.js';

afterEach(() => {
  closeClients();
  closeBareHttp2();
});

describe('a request over HTTP/2', () => {
  it('has headers and their size in the form of HTTP/1.1, a version, and the socket of its stream', async () => {
    const headers = { ':path': '/a', ':authority': 'b', cookie: ['c=1', 'd=2'], 'x-e': 'f' };
    const { request, socket } = await arrivedExchange(headers, true);
    const { rawHeaders, headBytes, httpVersion, url, method } = request;
    expect({ rawHeaders, headBytes, httpVersion, url, method }).toEqual({
      rawHeaders: ['host', 'b', 'cookie', 'c=1; d=2', 'x-e', 'f'],
      headBytes: 89,
      httpVersion: '2',
      url: '/a',
      method: 'GET',
    });
    expect(request.socket).toBe(socket);
  });

  it('adds no listeners to its stream besides those of the class of Node', async () => {
    const { next, url } = await bareHttp2();
    const connected = client(url);
    const listenersWith = async (Class: typeof Http2ServerRequest) => {
      connected.request().on('error', () => undefined);
      const { stream } = await next();
      new Class(stream, {}, {}, []);
      return stream.eventNames().map((name) => [name, stream.listenerCount(name)]);
    };
    const wanted = await listenersWith(Http2ServerRequest);
    expect(wanted).toContainEqual(['aborted', 1]);
    expect(await listenersWith(Http2Request as typeof Http2ServerRequest)).toEqual(wanted);
  });

  it('without a body is complete from the beginning', async () => {
    const { request } = await arrivedExchange({}, true);
    expect([request.hasBody, request.complete]).toEqual([false, true]);
  });

  it('with a body is complete when all of it has been read', async () => {
    const { request, asked } = await arrivedExchange({ ':method': 'POST' }, false);
    expect([request.hasBody, request.complete]).toEqual([true, false]);
    asked.end('body');
    let body = '';
    for await (const chunk of request) {
      body += String(chunk);
      expect(request.complete).toBe(false);
    }
    expect([body, request.complete, request.errored]).toEqual(['body', true, null]);
  });

  it('that the client aborts fails, without a listener too, and is not complete', async () => {
    const { request, asked } = await arrivedExchange({ ':method': 'POST' }, false);
    asked.write('begin');
    asked.close(8);
    await waitFor(() => request.closed);
    expect([request.errored, request.complete]).toEqual([
      expect.objectContaining({ code: 'REQUEST_ABORTED', status: 400 }),
      false,
    ]);
  });

  it('is destroyed with its stream, even after the response', async () => {
    const { request, stream, asked } = await arrivedExchange({ ':method': 'POST' }, false);
    stream.respond({ ':status': 200 });
    stream.end();
    await waitForEvent('the response', once(asked, 'response'));
    asked.close(8);
    await waitFor(() => stream.destroyed);
    expect([request.destroyed, request.complete, stream.aborted]).toEqual([true, false, false]);
  });
});
