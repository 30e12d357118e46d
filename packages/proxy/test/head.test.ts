/** What a response to HEAD says about the size of the one to GET. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { implementations } from '../../../tooling/testing/implementations.js';
import { proxy } from '../src/index.js';
import { closeServers, send, served, upstream } from './served.js';

afterEach(closeServers);

describe.each(implementations)('HEAD with %s', (_, factories) => {
  const target = () =>
    upstream(({ url }, outgoing) => {
      outgoing.statusCode = Number(url?.slice(1, 4));
      if (url?.endsWith('sized') === true) outgoing.setHeader('Content-Length', '5');
      if (url?.endsWith('empty') === true) outgoing.setHeader('Content-Length', '0');
      outgoing.end();
    });

  it.each([
    ['/200', null],
    ['/404', null],
    ['/200-sized', 0],
    ['/200-empty', 0],
    ['/204', 0],
    ['/304', 0],
  ])('of %s has a body of the size %s', async (path, size) => {
    const handler = proxy({ target: await target() });
    const response = await handler.handle(factories.createServerRequest('HEAD', path));
    const body = response.getBody();
    expect([response.getStatusCode(), body.getSize()]).toEqual([Number(path.slice(1, 4)), size]);
    expect(await body.text()).toBe('');
    await handler.close();
  });

  it.each([
    ['/200', undefined],
    ['/200-sized', '5'],
    ['/200-empty', '0'],
  ])('of %s is sent with Content-Length: %s', async (path, length) => {
    const { url } = await served({ target: await target() }, factories);
    const { status, headers } = await send(url, path, { method: 'HEAD' });
    expect([status, headers['content-length']]).toEqual([200, length]);
  });
});
