import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../tooling/testing/implementations.js';
import { toRequest } from './request/to-request.js';
import { fromResponse } from './response/from-response.js';
import { toResponse } from './response/to-response.js';

/** For the next recipient alone, in both directions. */
const BOTH = [
  ...['Connection', 'Keep-Alive', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade'],
  'Proxy-Connection',
];
const RECEIVED = [...BOTH, 'Expect', 'HTTP2-Settings', 'Proxy-Foo', 'Proxy'];
/** What is called like a CGI program reads `_` and `.` as `-`. */
const CGI = ['Transfer_Encoding', 'Proxy.Authorization', 'HTTP2_Settings', 'X_Named', 'X.other'];
const OF_REQUESTS = [...RECEIVED, 'Proxy-Authorization', 'Content_Length', ...CGI];
const OF_RESPONSES = [...RECEIVED, 'Proxy-Authenticate', 'Proxy-Authentication-Info', ...CGI];
/** `Connection` in the messages of these tests. */
const NAMED = 'close, X-Named,x-other';
const KEPT = ['accept', 'proxy-status', 'proxyfoo', 'te-x', 'x-kept', 'xproxy-a'];

const valueOf = (name: string) => (name.toLowerCase() === 'connection' ? NAMED : 'a');
const cased = (names: readonly string[]) => [
  ...names.flatMap((name) => [name.toUpperCase(), name.toLowerCase()]),
  ...['X-Named', 'X-Other'],
];

describe.each(implementations)('headers of one connection (%s)', (_, factories) => {
  const fieldsOf = (names: readonly string[]) => [...cased(names), 'Connection', ...KEPT];

  it('are not passed on in a request, in any case, nor are those that Connection names', () => {
    let request = factories.createRequest('POST', 'http://a.test/');
    for (const name of fieldsOf(OF_REQUESTS))
      request = request.withAddedHeader(name, valueOf(name));
    expect([...toRequest(request).headers.keys()].sort()).toEqual([...KEPT, 'host'].sort());
  });

  it('are not passed on in a response of the application', () => {
    let response = factories.createResponse();
    for (const name of fieldsOf(BOTH)) response = response.withAddedHeader(name, valueOf(name));
    expect([...toResponse(response).headers.keys()].sort()).toEqual(KEPT);
  });

  it('are those that each of several Connection headers names', () => {
    const request = ['Connection', 'Connection', 'X-A', 'X-B'].reduce(
      (made, name, at) => made.withAddedHeader(name, at < 2 ? `x-${'ab'.charAt(at)}` : '1'),
      factories.createRequest('GET', 'http://a.test/'),
    );
    expect([...toRequest(request).headers.keys()]).toEqual(['host']);
  });

  it('are those that Connection names with another character for "-", too', () => {
    const request = factories
      .createRequest('GET', 'http://a.test/')
      .withHeader('Connection', 'x_dash')
      .withHeader('X-Dash', 'a');
    expect([...toRequest(request).headers.keys()]).toEqual(['host']);
  });

  it('are dropped from a response of a mounted handler', () => {
    const headers = new Headers();
    for (const name of fieldsOf(OF_RESPONSES)) headers.append(name, valueOf(name));
    const message = fromResponse(new Response(null, { headers }), factories);
    const names = Object.keys(message.getHeaders()).map((name) => name.toLowerCase());
    expect(names.sort()).toEqual(KEPT);
  });
});
