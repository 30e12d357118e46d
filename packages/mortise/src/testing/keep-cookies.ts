import type { ResponseInterface } from '@mortise/http-message';
import { type TestClient, clientOf } from './test-client.js';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/**
 * Returns a client that sends the cookies of earlier responses, like a browser with one window: `Path` counts, and an
 * empty lifetime (`Max-Age`, `Expires`) removes a cookie. `Secure`, `Domain` and `SameSite` are ignored, and cookies do
 * not end while the test runs. A request with a `Cookie` header sends that one instead.
 *
 * @param client from `inProcess` or `overSocket`; it stays without cookies
 */
export function keepCookies(client: TestClient): TestClient {
  let cookies: readonly Cookie[] = [];
  return clientOf(
    async (method, target, given = {}) => {
      const path = target.replace(/[?#].*$/, '');
      const sent = cookies.filter((each) => isBelow(path, each.path));
      const hasOwn = Object.keys(given.headers ?? {}).some((name) => /^cookie$/i.test(name));
      const Cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ');
      const isPlain = hasOwn || Cookie === '';
      const request = isPlain ? given : { ...given, headers: { Cookie, ...given.headers } };
      const response = await client.request(method, target, request);
      cookies = setCookies(response, path).reduce(
        (kept, { ends, ...cookie }) => [
          ...kept.filter(({ name, path: at }) => name !== cookie.name || at !== cookie.path),
          ...(ends ? [] : [cookie]),
        ],
        cookies,
      );
      return response;
    },
    () => client.close(),
  );
}

function setCookies(response: ResponseInterface, path: string) {
  return response.getHeader('Set-Cookie').map((line) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = ''] = pair.split('=');
    const of = new Map(
      attributes.map((each) => {
        const [key = ''] = each.split('=');
        return [key.toLowerCase(), each.slice(key.length + 1)];
      }),
    );
    const given = of.get('path') ?? '';
    const folder = path.slice(0, Math.max(1, path.lastIndexOf('/')));
    const age = of.get('max-age');
    const expires = of.get('expires');
    return {
      name,
      value: pair.slice(name.length + 1),
      path: given.startsWith('/') ? given : folder,
      ends: age === undefined ? Date.parse(expires ?? '') <= Date.now() : Number(age) <= 0,
    };
  });
}

/** Whether a cookie of a path is sent to another (RFC 6265, 5.1.4). */
function isBelow(path: string, cookie: string): boolean {
  return path === cookie || path.startsWith(cookie.replace(/\/?$/, '/'));
}
