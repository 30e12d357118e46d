import { afterEach, describe, expect, it } from '@jest/globals';
import { fromConnect } from '../index.js';
import { factories } from '@mortise/message';
import { markResponse } from '@mortise/base/message';
import { closeServers, serving } from '../../test/serving.js';
import { lastGet, readResponses, talk } from '../../test/wire.js';

afterEach(closeServers);

describe('a response that no handler created', () => {
  it.each([
    [413, 'Content Too Large', 'Content Too Large'],
    [509, '', '509'],
  ])('to an error with status %d has the registered phrase', async (status, reason, body) => {
    const { port } = await serving(() =>
      Promise.reject(Object.assign(new Error('no'), { status })),
    );
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.status, response?.reason, response?.body.toString()]).toEqual([
      status,
      reason,
      body,
    ]);
  });

  it('is for one user if the response that it replaces is', async () => {
    async function* missing(): AsyncGenerator<Uint8Array> {
      yield* await Promise.reject<[]>(Object.assign(new Error('no'), { status: 404 }));
    }
    const ofVisitor = factories
      .createResponse()
      .withHeader('Set-Cookie', 'id=7')
      .withHeader('Cache-Control', 'private, max-age=60')
      .withBody(factories.createStreamFromResource(missing()));
    const { port } = await serving(() => ofVisitor);
    const [response] = readResponses(await talk(port, lastGet()), true);
    const { status, fields } = response ?? {};
    expect([status, fields?.get('set-cookie'), fields?.get('cache-control')]).toEqual([
      ...[404, ['id=7']],
      ['private, no-cache'],
    ]);
  });

  it('is for one user if a Connect-style handler has said so before it failed', async () => {
    const failing = fromConnect((_incoming, outgoing, next) => {
      outgoing.setHeader('Set-Cookie', 'id=7').setHeader('Cache-Control', 'no-store');
      next(Object.assign(new Error('no'), { status: 404 }));
    });
    const { port } = await serving((request) =>
      failing.process(request, { handle: () => factories.createResponse() }),
    );
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect(response?.fields.get('cache-control')).toEqual(['private, no-cache']);
  });

  it('has the cache headers that layers have requested for errors', async () => {
    const { port } = await serving((request) => {
      markResponse(request, { vary: ['Cookie'], isPrivate: true });
      throw Object.assign(new Error('no'), { status: 404, headers: { Vary: 'Origin' } });
    });
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.fields.get('vary'), response?.fields.get('cache-control')]).toEqual([
      ['Origin', 'Cookie'],
      ['private, no-cache'],
    ]);
  });

  it('has header values as single bytes, like every other response', async () => {
    const failing = fromConnect((_incoming, outgoing, next) => {
      outgoing.setHeader('X-Name', 'café');
      next(Object.assign(new Error('no'), { status: 403, headers: { 'X-Why': 'à' } }));
    });
    const { port } = await serving((request) =>
      failing.process(request, { handle: () => factories.createResponse() }),
    );
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect([response?.fields.get('x-name'), response?.fields.get('x-why')]).toEqual([
      ['café'],
      ['à'],
    ]);
  });

  it('has none of the headers of the response that it replaces, and all others', async () => {
    const failing = fromConnect((_incoming, outgoing, next) => {
      outgoing.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
      outgoing.setHeader('ETag', '"v1"');
      outgoing.setHeader('Content-Security-Policy', "default-src 'none'");
      outgoing.setHeader('Content-Range', 'bytes 0-1/9');
      next(
        Object.assign(new Error('no'), { status: 416, headers: { 'Content-Range': 'bytes */9' } }),
      );
    });
    const { port } = await serving((request) =>
      failing.process(request, { handle: () => factories.createResponse() }),
    );
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect(response?.status).toBe(416);
    expect(Object.fromEntries(response?.fields ?? [])).toMatchObject({
      'content-security-policy': ["default-src 'none'"],
      'content-range': ['bytes */9'],
    });
    const names = [...(response?.fields.keys() ?? [])];
    expect(names.filter((name) => ['cache-control', 'etag'].includes(name))).toEqual([]);
  });
});
