/** Which URLs of the target reach the client. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeServers, send, served, upstream } from './served.js';
import { implementations } from '../../../tooling/testing/implementations.js';

afterEach(closeServers);

describe.each(implementations)('a URL in a header of the target with %s', (_, factories) => {
  /** Returns the header that a client gets. @param value in which `ORIGIN` is that of the target, and `CAPITALS` the same */
  async function received(value: string, name = 'Location', path = ''): Promise<unknown> {
    const target = await upstream((incoming, outgoing) => {
      const origin = `http://${incoming.headers.host}`;
      outgoing
        .writeHead(302, {
          [name]: value.replace('ORIGIN', origin).replace('CAPITALS', origin.toUpperCase()),
        })
        .end();
    });
    const { url } = await served({ target: `${target}${path}` }, factories);
    const { headers } = await send(url, '/a');
    return String(headers[name.toLowerCase()]).replace(target, 'ORIGIN');
  }

  it.each([
    ['ORIGIN/next?a=b#c', '/next?a=b#c'],
    ['ORIGIN', '/'],
    ['CAPITALS/Next', '/Next'],
    ['ORIGIN?a=b', '/?a=b'],
    ['ORIGIN/%e9/\u00e9', '/%e9/\u00e9'],
  ])('%s is the path %s', async (value, path) => {
    expect(await received(value)).toBe(path);
    expect(await received(value, 'Content-Location')).toBe(path);
  });

  it.each([
    '/next',
    'next',
    'ORIGIN//evil.example',
    'ORIGIN/\\evil.example',
    'ORIGIN.evil.example/a',
    'http://127.0.0.1:1/a',
    'https://app.example/a',
    '',
  ])('%j is unchanged', async (value) => {
    expect(await received(value)).toBe(value);
  });

  it('is a path below that of the target, or unchanged', async () => {
    expect(await received('ORIGIN/app/next', 'Location', '/app')).toBe('/next');
    expect(await received('ORIGIN/app', 'Location', '/app')).toBe('/');
    expect(await received('ORIGIN/apple', 'Location', '/app')).toBe('ORIGIN/apple');
    expect(await received('ORIGIN/next', 'Location', '/app')).toBe('ORIGIN/next');
  });

  it('is unchanged in other headers', async () => {
    expect(await received('ORIGIN/next', 'X-Next')).toBe('ORIGIN/next');
  });
});
