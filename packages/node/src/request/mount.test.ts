import { describe, expect, it } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { type MountOptions, mountOf } from './mount.js';

interface Received {
  readonly url?: string;
  readonly method?: string;
  /** `X-Forwarded-Prefix`. */
  readonly prefix?: string;
  readonly baseUrl?: string;
}

/** How a request from 10.0.0.1 reaches an application. */
function mounted(options: MountOptions, embedded: boolean, received: Received) {
  const { url = '/a', method = 'GET', prefix, baseUrl } = received;
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '10.0.0.1' });
  const incoming = Object.assign(new IncomingMessage(socket), { url, method, baseUrl });
  if (prefix !== undefined) incoming.headers['x-forwarded-prefix'] = prefix;
  return mountOf(options, embedded)?.(incoming);
}

const trusting = { trustProxy: ['10.0.0.1'], trustPrefix: true };

describe('an application', () => {
  it.each<[string, MountOptions, boolean]>([
    ['has no other place', {}, false],
    ['is at the root', { basePath: '' }, false],
    ['trusts a proxy, but not for its prefix', { trustProxy: ['10.0.0.1'] }, false],
  ])('is at the root for every request if it %s', (_, options, embedded) => {
    expect(mountOf(options, embedded)).toBeNull();
  });

  it.each<[string, MountOptions, boolean, Received]>([
    ['without a prefix', trusting, false, {}],
    ['of no outer application', {}, true, {}],
    ['with a target without a path', { basePath: '/app' }, false, { method: 'OPTIONS', url: '*' }],
    ['with a malformed target', { basePath: '/app' }, false, { url: 'a b' }],
    ['without a target', { basePath: '/app' }, false, { url: '' }],
    ['with what only an outer application adds', trusting, false, { baseUrl: '/outer' }],
  ])('is at the root for a request %s', (_, options, embedded, received) => {
    expect(mounted(options, embedded, received)).toBeNull();
  });

  it.each<[string, MountOptions, boolean, Received, string, string]>([
    ['its own path', { basePath: '/app' }, false, { url: '/app/a' }, '/app', '/app/a'],
    ['the path of a proxy', trusting, false, { prefix: '/p' }, '/p', '/p/a'],
    ['the path of an outer application', {}, true, { baseUrl: '/outer' }, '/outer', '/outer/a'],
    [
      'the path of an absolute target',
      trusting,
      false,
      { prefix: '/p', url: 'http://h.test/a?b' },
      '/p',
      'http://h.test/p/a?b',
    ],
    [
      'all of them, from the outside to the inside',
      { ...trusting, basePath: '/app' },
      true,
      { prefix: '/p', baseUrl: '/outer', url: '/app/a' },
      '/p/outer/app',
      '/p/outer/app/a',
    ],
  ])('is below %s', (_, options, embedded, received, basePath, target) => {
    const expected = { basePath, target, elsewhere: false };
    expect(mounted(options, embedded, received)).toEqual(expected);
  });

  it('is not meant by a request outside its own path', () => {
    const options = { ...trusting, basePath: '/app' };
    expect(mounted(options, false, { prefix: '/p', url: '/appx' })).toEqual({
      basePath: '/p/app',
      target: '/p/appx',
      elsewhere: true,
    });
  });
});
