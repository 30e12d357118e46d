import { expect, it } from '@jest/globals';
import { fingerprintOf } from './fingerprint.js';

const of = (target: string, host = 'h.test') =>
  fingerprintOf('POST', host, target, new Uint8Array([1]));

it('all encodings of a path have one fingerprint', async () => {
  expect(await of('/%40a/%62%2f?q=1')).toBe(await of('/@a/b%2F?q=1'));
});

it.each([
  ['http://h.test/@a?q=1', '/%40a?q=1'],
  ['HTTPS://h.test:8443/a?', '/a?'],
  ['http://h.test', '/'],
  ['http://h.test?q=1', '/?q=1'],
])('the absolute form %s has the fingerprint of %s', async (absolute, path) => {
  expect(await of(absolute)).toBe(await of(path));
});

it.each(['/a%2Fb', '/a/b?', '/a/b?q=%40', '/a/b?q=@', '/a%zz', '/A/b', '*'])(
  '%s has another fingerprint than /a/b',
  async (target) => {
    expect(await of(target)).not.toBe(await of('/a/b'));
  },
);

it('the query is compared as the client sent it', async () => {
  expect(await of('/a?q=%40')).not.toBe(await of('/a?q=@'));
});

it('another host has another fingerprint, but another address has not', async () => {
  expect(await of('/', 'a.test')).not.toBe(await of('/', 'b.test'));
  const addresses = ['192.0.2.1', '192.0.2.2', '[::1]', 'localhost', ''];
  const all = await Promise.all(addresses.map((address) => of('/', address)));
  expect(new Set(all).size).toBe(1);
});
