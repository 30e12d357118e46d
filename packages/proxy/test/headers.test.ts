/** Which headers pass, in which order, both ways. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { proxy } from '../src/index.js';
import { closeServers, codeOf, send, served, upstream } from './served.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { unhandledRejectionsOf } from '../../../tooling/testing/unhandled-rejections.js';

afterEach(closeServers);

describe.each(implementations)('with %s', (_, factories) => {
  /** Forwards one request. @returns what the target received */
  async function forwarded(
    headers: Readonly<Record<string, string | string[]>>,
    options: Partial<Parameters<typeof served>[0]> = {},
    method = 'GET',
  ): Promise<IncomingMessage> {
    const seen: IncomingMessage[] = [];
    const target = await upstream((incoming, outgoing) => {
      seen.push(incoming);
      outgoing.end();
    });
    const { url } = await served({ target, ...options }, factories);
    await send(url, '/a', { method, headers });
    return seen[0] as IncomingMessage;
  }

  it('passes other headers as received: their case, order and repetitions', async () => {
    const { rawHeaders } = await forwarded({ 'X-B': ['2', '1'], 'x-A': '\u00e9', Cookie: 'a=b' });
    const from = rawHeaders.indexOf('X-B');
    expect(rawHeaders.slice(from, from + 8)).toEqual([
      ...['X-B', '2', 'X-B', '1', 'x-A', '\u00e9', 'Cookie', 'a=b'],
    ]);
  });

  it('keeps headers for one connection, and those that Connection names, from the target', async () => {
    const { headers } = await forwarded({
      Connection: 'close, X-Secret , ,x-other',
      'X-Secret': '1',
      'X-Other': '1',
      'Keep-Alive': 'timeout=5',
      TE: 'trailers',
      'Proxy-Authorization': 'Basic YTpi',
      'Proxy-Connection': 'keep-alive',
      Proxy: 'http://evil.example',
      Upgrade: 'h2c',
      'HTTP2-Settings': 'AAMAAABk',
      'X-Kept': '1',
      // A target that is called like a CGI program reads `_` and `.` as `-`.
      X_Secret: '2',
      'x.Other': '2',
      Proxy_Authorization: 'Basic YTpi',
      'Transfer.Encoding': 'chunked',
      HTTP2_Settings: 'AAMAAABk',
    });
    expect(Object.keys(headers).sort()).toEqual([
      ...['connection', 'host', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
      'x-kept',
    ]);
    expect(headers.connection).toBe('keep-alive');
  });

  it('keeps from the target what each of several Connection headers names', async () => {
    const named = { 'X-Secret': '1', 'X-Other': '1', 'X-Kept': '1' };
    const { headers } = await forwarded({ Connection: ['X-Secret', 'X-Other'], ...named });
    expect(Object.keys(headers).filter((name) => /^x-(?:secret|other|kept)$/.test(name))).toEqual([
      'x-kept',
    ]);
  });

  it('reads the names of headers for one connection in Connection alone', async () => {
    const others = { 'User-Agent': 'x-kept', 'X-Names-It': 'x-kept', Warning: 'x-kept' };
    const { headers } = await forwarded({ ...others, 'X-Kept': '1' });
    expect(headers).toMatchObject({ 'user-agent': 'x-kept', 'x-kept': '1' });
  });

  it('replaces what the client claims to be with its address, and the host and scheme it used', async () => {
    const claims = {
      Host: 'shop.example:81',
      'X-Forwarded-For': '6.6.6.6',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Prefix': '/evil',
      'X-Real-IP': '6.6.6.6',
      Forwarded: 'for=6.6.6.6',
      // A target that is called like a CGI program reads `_` and `.` as `-`.
      X_Forwarded_For: '6.6.6.6',
      'X_Forwarded-Proto': 'evil',
      X_Real_IP: '6.6.6.6',
      'X.Forwarded.For': '6.6.6.6',
    };
    const { headers } = await forwarded(claims);
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'shop.example:81',
    });
    expect(JSON.stringify(headers)).not.toMatch(/6\.6\.6\.6|evil/);
    expect(headers.host).toMatch(/^127\.0\.0\.1:\d+$/);

    const { headers: standard } = await forwarded(claims, { forwarded: 'forwarded' });
    expect(standard.forwarded).toBe('for=127.0.0.1;host="shop.example:81";proto=http');
    expect(JSON.stringify(standard)).not.toMatch(/x-forwarded|evil/i);

    const { headers: none } = await forwarded(claims, { forwarded: false });
    expect(JSON.stringify(none)).not.toMatch(/forwarded|6\.6\.6\.6|evil/i);
  });

  it('adds itself to Via, with the version that it received', async () => {
    const { headers } = await forwarded({ Via: '1.0 front' });
    expect(headers.via).toMatch(/^1\.0 front, 1\.1 mortise-[\da-f]{12}$/);
  });

  it('sets the headers of the option last: Connection cannot have them removed', async () => {
    const { headers } = await forwarded(
      {
        ...{ Connection: 'X-User', 'X-User': 'mallory', X_User: 'mallory', Cookie: 'a=b' },
        'X.User': 'mallory',
      },
      { headers: () => ({ 'X-User': 'ada', cookie: null }) },
    );
    expect(headers['x-user']).toBe('ada');
    expect(JSON.stringify(headers)).not.toContain('mallory');
    expect(headers.cookie).toBeUndefined();
  });

  it('sets the headers of the option instead of those that it writes itself', async () => {
    const set: Record<string, string | null> = {
      ...{ 'x-forwarded-for': '192.0.2.7', 'X-Forwarded-Host': null },
      'max-forwards': '3',
    };
    const sent = { 'Max-Forwards': '9' };
    const { rawHeaders } = await forwarded(sent, { headers: () => set }, 'OPTIONS');
    const received = (name: string) =>
      rawHeaders.filter((_value, at) => at % 2 && rawHeaders[at - 1]?.toLowerCase() === name);
    expect(received('x-forwarded-for')).toEqual(['192.0.2.7']);
    expect(received('x-forwarded-host')).toEqual([]);
    expect(received('x-forwarded-proto')).toEqual(['http']);
    expect(received('max-forwards')).toEqual(['3']);
    const { headers } = await forwarded(
      {},
      {
        ...{ forwarded: 'forwarded', headers: () => ({ Forwarded: 'for=_hidden' }) },
      },
    );
    expect(headers.forwarded).toBe('for=_hidden');
  });

  it('says which character of a value a header cannot hold', async () => {
    const headers = () => ({ 'X-User': 'Zo\u00eb \u674e' });
    const handler = proxy({ target: 'http://127.0.0.1:9', headers });
    await expect(handler.handle(factories.createServerRequest('GET', '/'))).rejects.toThrow(
      'received "5 characters"; expected no character above U+00FF, such as U+674E at index 4: write encodeURIComponent(value)',
    );
    await handler.close();
  });

  it.each<[string, unknown, string]>([
    ['no object', undefined, 'proxy.headers'],
    ['Headers', new Headers({ 'X-User': 'ada' }), 'proxy.headers'],
    ['a Map', new Map([['X-User', 'ada']]), 'proxy.headers'],
    ['a promise', Promise.resolve({ 'X-User': 'ada' }), 'proxy.headers'],
    ['a number', { 'X-Age': 7 }, 'proxy.headers.X-Age'],
    ['no value', { Authorization: undefined }, 'proxy.headers.Authorization'],
    ['a list', { Accept: ['a', 'b'] }, 'proxy.headers.Accept'],
    ['a header for the connection', { upgrade: 'h2c' }, 'proxy.headers.upgrade'],
    ['a coding for the connection', { TE: 'gzip' }, 'proxy.headers.TE'],
    ['an expectation', { Expect: '100-continue' }, 'proxy.headers.Expect'],
    ['the time of the connection', { 'Keep-Alive': 'timeout=5' }, 'proxy.headers.Keep-Alive'],
    ['the end of the connection', { Connection: 'close' }, 'proxy.headers.Connection'],
    ['an invalid name', { 'X User': 'ada' }, 'proxy.headers.X User'],
    ['no name', { '': 'ada' }, 'proxy.headers.'],
    ['a line break', { Authorization: 'Bearer hunter2\n' }, 'proxy.headers.Authorization'],
    ['a header injected by a value', { A: 'b\r\nC: d' }, 'proxy.headers.A'],
    ['characters beyond bytes', { A: '\u65e5' }, 'proxy.headers.A'],
    ['the length of the body', { 'Content-Length': '5' }, 'proxy.headers.Content-Length'],
    ['the framing of the body', { 'transfer-encoding': 'x' }, 'proxy.headers.transfer-encoding'],
    ['no Via, by which loops are recognized', { Via: null }, 'proxy.headers.Via'],
    ['another Via', { via: '1.1 inner' }, 'proxy.headers.via'],
  ])(
    'refuses %s as the headers to set, and asks the target for nothing',
    async (_what, set, option) => {
      let asked = 0;
      const target = await upstream((_incoming, outgoing) => {
        asked += 1;
        outgoing.end();
      });
      const handler = proxy({ target, headers: () => set as never });
      const request = factories.createServerRequest('POST', '/');
      const handled = (async () => handler.handle(request))();
      await expect(handled).rejects.toMatchObject({ code: 'OPTION_INVALID', option });
      await handler.close();
      expect(asked).toBe(0);
    },
  );

  it('reports no rejection of its own if the headers to set are a promise that rejects', async () => {
    const rejections = await unhandledRejectionsOf(async () => {
      const headers = () => Promise.reject(new Error('no user')) as never;
      const handler = proxy({ target: 'http://127.0.0.1:9', headers });
      const request = factories.createServerRequest('GET', '/');
      const handled = (async () => handler.handle(request))();
      await expect(handled).rejects.toMatchObject({ code: 'OPTION_INVALID' });
      await handler.close();
    });
    expect(rejections).toEqual([]);
  });

  it('passes the headers of the response, apart from those for its connection', async () => {
    const target = await upstream((_incoming, outgoing) => {
      outgoing.sendDate = false;
      outgoing.writeHead(203, 'As Told', [
        ...['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Odd', '\u00e9', 'ETag', '"7"'],
        ...['Date', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Connection', 'X-Hop, keep-alive'],
        ...['X-Hop', '1', 'Keep-Alive', 'timeout=9', 'Proxy-Authenticate', 'Basic'],
        ...['Proxy-Authentication-Info', 'nextnonce="1"', 'HTTP2-Settings', 'a'],
        ...['Proxy-Foo', 'a', 'Proxy', 'a', 'X_Hop', 'a', 'Content-Encoding', 'gzip'],
        ...['Content-Length', '4', 'Proxy-Status', 'a; error=x'],
      ]);
      outgoing.end(Buffer.from('zip!'));
    });
    const { url } = await served({ target }, factories);
    const { status, raw, headers, body } = await send(url, '/');
    expect([status, body]).toEqual([203, 'zip!']);
    const from = raw.indexOf('Set-Cookie');
    expect(raw.slice(from, from + 12)).toEqual([
      ...['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Odd', '\u00e9', 'ETag', '"7"'],
      ...['Date', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Content-Encoding', 'gzip'],
    ]);
    expect(Object.keys(headers).filter((name) => /hop|proxy|expect|http2/.test(name))).toEqual([
      'proxy-status',
    ]);
    expect(headers['content-length']).toBe('4');
    expect(headers['keep-alive']).not.toBe('timeout=9');
  });

  it('passes what a 426 says to switch to', async () => {
    const target = await upstream((_incoming, outgoing) => {
      outgoing.writeHead(426, { Upgrade: 'HTTP/3.0, TLS/1.0', Connection: 'upgrade' }).end();
    });
    const { url } = await served({ target }, factories);
    const { status, headers } = await send(url, '/');
    expect([status, headers.upgrade]).toEqual([426, 'HTTP/3.0, TLS/1.0']);
    expect(headers.connection).toBe('close, Upgrade');
  });

  it('refuses a request that has passed it before', async () => {
    const routes: string[] = [];
    const target = await upstream((incoming, outgoing) => {
      void send(routes[0] as string, '/', { headers: { Via: incoming.headers.via ?? '' } }).then(
        (again) => {
          outgoing.statusCode = again.status;
          outgoing.end(String(codeOf(again)));
        },
      );
    });
    const { url } = await served({ target }, factories);
    routes.push(url);
    expect(await send(url, '/')).toMatchObject({ status: 508, body: 'PROXY_LOOP' });
  });

  it('counts down Max-Forwards of OPTIONS, and responds itself at 0', async () => {
    const seen: unknown[] = [];
    const target = await upstream((incoming, outgoing) => {
      seen.push([incoming.method, incoming.headers['max-forwards']]);
      outgoing.end();
    });
    const { url } = await served({ target }, factories);
    const headers = { 'Max-Forwards': '1' };
    await send(url, '/', { method: 'OPTIONS', headers });
    await send(url, '/', { method: 'GET', headers });
    const last = await send(url, '/', { method: 'OPTIONS', headers: { 'Max-Forwards': '0' } });
    expect(seen).toEqual([
      ['OPTIONS', '0'],
      ['GET', '1'],
    ]);
    expect(last.status).toBe(204);
  });
});
