import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface, StreamInterface } from '@mortise/http-message';
import { factories as lazy } from '@mortise/message';
import { factories as plain } from '@mortise/message-plain';
import { UpgradeError, upgradeOf, upgradeTo } from './index.js';

const take = (): void => undefined;

describe.each<[string, HttpFactoriesInterface]>([
  ['@mortise/message', lazy],
  ['@mortise/message-plain', plain],
])('upgradeTo with %s', (_, factories) => {
  const upgraded = upgradeTo(
    factories.createResponse().withHeader('Set-Cookie', 'a=b'),
    'websocket',
    take,
  );

  it('returns a response with the status 101, the protocol and the headers of the given one', () => {
    expect(upgraded.getStatusCode()).toBe(101);
    expect(upgraded.getHeaderLine('Upgrade')).toBe('websocket');
    expect(upgraded.getHeaderLine('Set-Cookie')).toBe('a=b');
  });

  it('is recognized after layers have changed headers, and not after one has changed the status', () => {
    expect(upgradeOf(upgraded.withHeader('X-A', 'b'))).toEqual({ protocol: 'websocket', take });
    expect(upgradeOf(upgraded.withStatus(200))).toBeNull();
    expect(upgradeOf(factories.createResponse(101))).toBeNull();
  });

  it('is recognized by every copy of the package', () => {
    expect(Reflect.get(upgraded.getBody(), Symbol.for('@mortise/upgrade'))).toEqual({
      protocol: 'websocket',
      take,
    });
  });

  it('leaves the given response as it was', () => {
    const response = factories.createResponse();
    upgradeTo(response, 'websocket', take);
    expect(upgradeOf(response.withStatus(101))).toBeNull();
  });
});

describe('the body of such a response', () => {
  const body: StreamInterface = upgradeTo(lazy.createResponse(), 'websocket', take).getBody();

  it('is closed, and needs no closing', () => {
    expect([body.isReadable(), body.isSeekable(), body.isWritable(), body.eof()]).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect([body.getSize(), body.detach(), body.getMetadata('uri')]).toEqual([null, null, null]);
    expect(body.getMetadata()).toEqual({});
    expect(() => {
      body.close();
    }).not.toThrow();
  });

  it.each<[string, () => unknown]>([
    ['inMemory', () => body.inMemory()],
    ['tell', () => body.tell()],
    ['rewind', () => (body.rewind(), null)],
    ['seek', () => (body.seek(0), null)],
    ['write', () => body.write('a')],
  ])('says at %s that upgrades are not supported here', (__, use) => {
    expect(use).toThrow(UpgradeError);
    expect(use).toThrow(expect.objectContaining({ code: 'UPGRADE_UNSUPPORTED', status: 500 }));
    expect(use).toThrow('the connection cannot be switched to websocket here: ');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['read', () => body.read(1)],
    ['getContents', () => body.getContents()],
    ['text', () => body.text()],
    ['iteration', () => body[Symbol.asyncIterator]().next()],
  ])('rejects %s with the same error', async (__, use) => {
    await expect(use()).rejects.toThrow(UpgradeError);
  });
});
