import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { createApp, localRedirect, redirect } from '../index.js';

const warnings = notedWarnings();

const response = () => factories.createResponse();
const locationOf = (to: string) => redirect(response(), to).getHeaderLine('Location');

describe('redirect', () => {
  it.each([
    ['/é', '/%C3%A9'],
    ['/\ud800', '/%EF%BF%BD'],
    ['/a b?c d#e f', '/a%20b?c%20d#e%20f'],
    ['/%2F%41%zz', '/%2F%41%25zz'],
    ['/\\x.test', '/%5Cx.test'],
    ['/\t\0', '/%09%00'],
    ['http://[::1]:81/a[]?b[]=1', 'http://[::1]:81/a[]?b[]=1'],
    ['//x.test/a', '//x.test/a'],
    ['', ''],
  ])('encodes characters that are invalid in a Location: %j', (to, location) => {
    expect(locationOf(to)).toBe(location);
  });

  it.each(['/a\r\nSet-Cookie: b=c', '/a\n', '\r/a'])('refuses the line break in %j', (to) => {
    expect(() => redirect(response(), to)).toThrow(
      expect.objectContaining({
        code: 'REDIRECT_INVALID',
        status: 400,
        message: `invalid redirect target: received ${JSON.stringify(to)}; expected no line break`,
      }),
    );
  });

  it('accepts a URI, and sets 302 unless another status is given', () => {
    const to = factories.createUri('https://x.test/a?b#c');
    expect(redirect(response(), to).getStatusCode()).toBe(302);
    expect(redirect(response(), to, 303).getStatusCode()).toBe(303);
    expect(redirect(response(), to).getHeaderLine('Location')).toBe('https://x.test/a?b#c');
  });

  it('accepts a URL of the platform', () => {
    const to = new URL('https://x.test/a?b#c');
    expect(redirect(response(), to).getHeaderLine('Location')).toBe(to.href);
  });

  it.each([300, 301, 302, 303, 307, 308])('accepts the status %d', (status) => {
    expect(redirect(response(), '/a', status).getStatusCode()).toBe(status);
    expect(() => createApp({ factories }).redirect('/a', '/b', status)).not.toThrow();
  });

  it('says that a promise must be awaited, instead of sending its name', () => {
    expect(() => redirect(response(), Promise.resolve('/a') as never)).toThrow(
      'invalid redirect target: received a promise: await it; expected a string or a URI',
    );
  });

  it.each([undefined, null])('refuses the target %p', (to) => {
    const refused = new TypeError(
      `invalid redirect target: received ${String(to)}; expected a string or a URI`,
    );
    expect(() => redirect(response(), to as never)).toThrow(refused);
    expect(() => createApp({ factories }).redirect('/a', to as never)).toThrow(refused);
  });

  it.each([200, 201, 299, 304, 305, 306, 309, 404, 3020, Number.NaN, null, '301'])(
    'refuses the status %p, for which no client follows a Location',
    (status) => {
      const refused = expect.objectContaining({
        code: 'STATUS_INVALID',
        message: expect.stringContaining(': expected 300 to 303, 307 or 308'),
      });
      for (const call of [
        () => redirect(response(), '/a', status as number),
        () => localRedirect(response(), '/a', status as number),
        () => createApp({ factories }).redirect('/a', '/b', status as number),
      ]) {
        expect(call).toThrow(refused);
      }
    },
  );

  it('is what app.redirect() routes do', async () => {
    const app = createApp({ factories });
    app.redirect('/old', '/né');
    const answer = await app.handle(factories.createServerRequest('GET', '/old'));
    expect(answer.getHeaderLine('Location')).toBe('/n%C3%A9');
    expect(() => app.redirect('/broken', '/a\nb')).toThrow('line break');
  });
});

describe('localRedirect', () => {
  it.each([
    ['/', '/'],
    ['/foo.html', '/foo.html'],
    ['/www.example.com', '/www.example.com'],
    ['/a//b', '/a//b'],
    ['/?next=//x.test', '/?next=//x.test'],
    ['/a?b=\\c#\\d', '/a?b=%5Cc#%5Cd'],
    ['/#//x.test', '/#//x.test'],
    ['/%2F%2Fx', '/%2F%2Fx'],
    ['/%5Cx.test', '/%5Cx.test'],
    ['/%09/x.test', '/%09/x.test'],
    ['/%0d%0aa', '/%0d%0aa'],
    ['/é', '/%C3%A9'],
    ['/ /x.test', '/%20/x.test'],
    ['/..//x.test', '/..//x.test'],
    ['/./x.test', '/./x.test'],
    ['/a@x.test', '/a@x.test'],
    ['/http://x.test', '/http://x.test'],
    ['/\u00a0/x.test', '/%C2%A0/x.test'],
    ['/\u2028', '/%E2%80%A8'],
    ['/\ud800', '/%EF%BF%BD'],
  ])('stays on the site with %j', (to, location) => {
    const answer = localRedirect(response(), to, 303);
    expect([answer.getStatusCode(), answer.getHeaderLine('Location')]).toEqual([303, location]);
    // As a browser resolves it.
    expect(new URL(location, 'https://site.test/a/b').origin).toBe('https://site.test');
  });

  it('has status 302 by default', () => {
    expect(localRedirect(response(), '/a').getStatusCode()).toBe(302);
  });

  it.each([
    '',
    ' ',
    'foo.html',
    '../foo.html',
    './foo.html',
    '?a',
    '#a',
    '~/',
    '~/foo.html',
    '~//x.test',
    '~/\\x.test',
    'http:/foo.html',
    'hTtP:foo.html',
    'http:///x.test',
    'http://x.test/foo.html',
    'HtTpS://x.test',
    'https:x.test',
    'http:\\\\x.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'x.test',
    'x.test/foo.html',
    '//x.test',
    '//x.test?',
    '//x.test:80/foo.html',
    '///x.test',
    '//////x.test',
    '//',
    '//\\x.test',
    '//@x.test',
    '/\\',
    '/\\x.test',
    '/\\/x.test',
    '/a\\b',
    '/a/..\\\\x.test',
    '/.\\x.test',
    '\\',
    '\\x.test',
    '\\\\x.test',
    '\\/x.test',
    '/\t/x.test',
    '/\v/x.test',
    '/\f/x.test',
    '/\n/x.test',
    '/\r/x.test',
    '/\0/x.test',
    '/a\r\nSet-Cookie: b=c',
    '/a\n',
    '\t//x.test',
    '\n/a',
    ' /a',
    ' //x.test',
    '\u00a0/a',
    '/\x7f',
    '/a\x85',
    '/\x9f/x.test',
    '/a?b\tc',
    '/a#b\nc',
    '\ufeff//x.test',
  ])('refuses %j with 400', (to) => {
    expect(() => localRedirect(response(), to)).toThrow(
      expect.objectContaining({ code: 'REDIRECT_NOT_LOCAL', status: 400 }),
    );
  });

  it.each([[undefined], [null], [7], [['/a']], [{ a: '/a' }]])(
    'refuses the query parameter %j, which is not text, with 400',
    (to) => {
      expect(() => localRedirect(response(), to as unknown as string)).toThrow(
        expect.objectContaining({ code: 'REDIRECT_NOT_LOCAL', status: 400 }),
      );
    },
  );

  it('that a client makes invalid is no warning about the text of the error', async () => {
    const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
    app.get('/', (_request, answer) => localRedirect(answer, '//evil.test'));
    const answer = await app.handle(factories.createServerRequest('GET', 'http://h.test/'));
    expect([answer.getStatusCode(), warnings]).toEqual([400, []]);
  });
});
