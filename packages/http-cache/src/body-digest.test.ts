import { expect, it, jest } from '@jest/globals';
import { bodyDigestOf } from './body-digest.js';

const abc = new TextEncoder().encode('abc');
/** FIPS 180-2, B.1. */
const DIGEST = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

it.each<[string, object]>([
  ['this platform', globalThis],
  ['a platform without process', {}],
  ['a platform without node:crypto', { process: { getBuiltinModule: () => undefined } }],
  ['an older node:crypto', { process: { getBuiltinModule: () => ({}) } }],
])('the digest of a body is its SHA-256 on %s', async (_, platform) => {
  expect(hex(await bodyDigestOf(platform)(abc))).toBe(DIGEST);
});

it('a body above 64 KiB is hashed in another thread, so that other requests do not wait', async () => {
  const digest = jest.spyOn(crypto.subtle, 'digest');
  const bodyDigest = bodyDigestOf(globalThis);
  expect(bodyDigest(new Uint8Array(65_536))).toBeInstanceOf(Uint8Array);
  expect(digest).not.toHaveBeenCalled();
  await bodyDigest(new Uint8Array(65_537));
  expect(digest).toHaveBeenCalledTimes(1);
});
