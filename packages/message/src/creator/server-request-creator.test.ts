import { describe, expect, it } from '@jest/globals';
import { FACTORIES } from '@mortise/base/keys';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain';
import { bodyOf, sourceOf } from '../../test/source.js';
import { snapshot, type AnyMessage } from '../../test/message-changes.js';
import { factories } from '../index.js';
import { createServerRequestCreator } from './index.js';

const WIRE = {
  method: 'POST',
  target: '/a%20b?c[]=d',
  protocolVersion: '1.0',
  rawHeaders: ['Accept', '*/*', 'host', 'h.test:81', 'Cookie', 'e=f', 'accept', 'text/html'],
  host: 'h.test:81',
};

describe('createServerRequestCreator', () => {
  it('creates with any factories a request that behaves like the lazy one', async () => {
    const creator = createServerRequestCreator(plain);
    const { body } = bodyOf([Buffer.from('text')], 4);
    const request = creator.createServerRequestFromSource(sourceOf({ ...WIRE, body }));
    expect(request.getBody().getSize()).toBe(4);
    expect(await request.getBody().text()).toBe('text');
    const lazy = factories.createServerRequestFromSource(sourceOf(WIRE));
    const emptied = request.withBody(plain.createStream()) as AnyMessage;
    expect(normal(snapshot(emptied))).toEqual(normal(snapshot(lazy as AnyMessage)));
  });

  it('creates requests that carry the given factories, without need of this, and the creator', () => {
    const psr17 = {
      ...plain,
      made: plain,
      createResponse(this: { made: HttpFactoriesInterface }, code?: number) {
        return this.made.createResponse(code);
      },
    };
    const creator = createServerRequestCreator(psr17);
    const request = creator.createServerRequestFromSource(sourceOf({}));
    const carried = { ...request.getLifetime().getValue(FACTORIES) };
    expect(carried.createResponse?.(404).constructor).toBe(plain.createResponse().constructor);
    expect(carried).toMatchObject({ ...creator });
  });

  it('creates requests without factories if some are missing, rather than with a part of them', () => {
    const creator = createServerRequestCreator({
      createUri: (uri) => plain.createUri(uri),
      createServerRequest(...args) {
        const request = plain.createServerRequest(...args);
        request.getLifetime().setValue(FACTORIES, undefined as never);
        return request;
      },
    });
    const request = creator.createServerRequestFromSource(sourceOf({}));
    expect(request.getLifetime().getValue(FACTORIES)).toBeUndefined();
  });

  it('refuses malformed input when it creates the request', () => {
    const creator = createServerRequestCreator(plain);
    expect(() => creator.createServerRequestFromSource(sourceOf({ target: 'x' }))).toThrow(
      expect.objectContaining({ code: 'TARGET_INVALID', status: 400 }),
    );
  });

  it.each(['/%zz', '/a\\b', '/%00', '/%E9'])(
    'refuses the path %j instead of repairing it',
    (target) => {
      const creator = createServerRequestCreator(plain);
      expect(() => creator.createServerRequestFromSource(sourceOf({ target }))).toThrow(
        expect.objectContaining({ code: 'URI_PATH_INVALID', status: 400 }),
      );
    },
  );

  it('keeps the base path apart from the path', () => {
    const creator = createServerRequestCreator(plain);
    const source = sourceOf({ target: '/app/x?y', basePath: '/app' });
    const uri = creator.createServerRequestFromSource(source).getUri();
    expect([uri.getBasePath(), uri.getPath(), String(uri)]).toEqual([
      '/app',
      '/x',
      'http://h.test/app/x?y',
    ]);
  });
});

/** Fields of one name stand together once they were added one by one. */
function normal(text: string): string {
  return text.replace(/\["getRawHeaders".*?"object"\],/, '');
}
