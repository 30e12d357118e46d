import { afterEach, describe, expect, it } from '@jest/globals';
import { answer, closeServers, serving } from './serving.js';
import { readResponses, talk } from './wire.js';

afterEach(closeServers);

/** What the URI of a request says of a target, sent byte for byte. */
async function seenAs(target: string): Promise<unknown> {
  const { port } = await serving((request) => {
    const uri = request.getUri();
    const seen = {
      target: request.getRequestTarget(),
      path: uri.getPath(),
      query: request.getQueryParams(),
    };
    return answer(JSON.stringify(seen));
  });
  const head = `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  const [response] = readResponses(await talk(port, head), true);
  return JSON.parse(String(response?.body));
}

describe('a cookie of raw bytes', () => {
  it('is read as UTF-8, and stays as received if it is not UTF-8', async () => {
    const { port } = await serving((request) => answer(JSON.stringify(request.getCookieParams())));
    const cookies = 'a=\xc3\xa9; b=\xe9';
    const head = `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${cookies}\r\nConnection: close\r\n\r\n`;
    const [response] = readResponses(await talk(port, head), true);
    expect(JSON.parse(String(response?.body))).toEqual({ a: '\u00e9', b: '\xe9' });
  });
});

describe('the path of a received target', () => {
  it.each(['/hello/%zz', '/hello/%', '/a\\b', '/%2fa', '//x.test\\y'])(
    'is %j as received, so that routing can refuse it',
    async (target) => {
      expect(await seenAs(target)).toEqual({ target, path: target, query: {} });
    },
  );

  it('encodes other characters that a path cannot hold', async () => {
    expect(await seenAs('/a"b|c')).toMatchObject({ path: '/a%22b%7Cc' });
  });

  it('does not include the query, whose broken escapes are literal', async () => {
    expect(await seenAs('/?a=%zz&b=c\\d')).toMatchObject({ query: { a: '%zz', b: 'c\\d' } });
  });
});
