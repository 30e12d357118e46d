import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { decryptValue, encryptValue, signValue, verifyValue } from './sealed-value.js';

const OLD = 'o'.repeat(32);
const NEW = 'n'.repeat(32);
const keys = [NEW];

describe.each([
  ['signed', signValue, verifyValue],
  ['encrypted', encryptValue, decryptValue],
])('a %s value', (kind, seal, open) => {
  it('is read back unchanged, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (value) => {
        expect(await open(keys, 'a', await seal(keys, 'a', value))).toBe(value.toWellFormed());
      }),
      { numRuns: numRuns(100) },
    );
  });

  it.each([undefined, null, 7, { length: 3 }])('is text, not %p', async (value) => {
    await expect(seal(keys, 'a', value as never)).rejects.toMatchObject({ option: 'cookie.value' });
  });

  it.each([() => 'a1b2c3', () => new Uint8Array(), (length: number) => new Uint8Array(length + 1)])(
    'is not made with %p as the source of its random bytes',
    async (random) => {
      await expect(seal(keys, 'a', 'b', random as never)).rejects.toMatchObject({
        option: 'cookie.random',
      });
    },
  );

  it('is refused when any one character is changed', async () => {
    const sealed = await seal(keys, 'a', 'value');
    for (let at = 0; at < sealed.length; at++) {
      const changed = sealed[at] === 'A' ? 'B' : 'A';
      expect(
        await open(keys, 'a', sealed.slice(0, at) + changed + sealed.slice(at + 1)),
      ).toBeNull();
    }
  });

  it('is refused when it is truncated anywhere, or text is added', async () => {
    const sealed = await seal(keys, 'a', 'value');
    for (let at = 0; at < sealed.length; at++) {
      expect(await open(keys, 'a', sealed.slice(0, at))).toBeNull();
    }
    for (const more of ['A', '=', '.', 'AAAA', ' ']) {
      expect(await open(keys, 'a', sealed + more)).toBeNull();
    }
  });

  it('is refused in another form of the same bytes', async () => {
    // The last character of base64url has up to four bits that no byte has.
    for (const value of ['', 'a', 'ab']) {
      const sealed = await seal(keys, 'a', value);
      const end = sealed.indexOf('.') === -1 ? sealed.length : sealed.indexOf('.');
      for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
        const other = sealed.slice(0, end - 1) + last + sealed.slice(end);
        if (other !== sealed) expect(await open(keys, 'a', other)).toBeNull();
      }
    }
  });

  it('is refused under another name', async () => {
    expect(await open(keys, 'b', await seal(keys, 'a', 'admin'))).toBeNull();
  });

  it('is refused with another key', async () => {
    expect(await open([NEW], 'a', await seal([OLD], 'a', 'value'))).toBeNull();
  });

  it('is accepted with every key of the ring, and created with the first', async () => {
    expect(await open([NEW, OLD], 'a', await seal([OLD], 'a', 'value'))).toBe('value');
    expect(await open([NEW], 'a', await seal([NEW, OLD], 'a', 'value'))).toBe('value');
  });

  it('differs each time', async () => {
    expect(await seal(keys, 'a', 'value')).not.toBe(await seal(keys, 'a', 'value'));
  });

  it('is never read from arbitrary text, and reading never rejects', async () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('Aa0-_=.+/ é')), maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        expect(await open(keys, 'a', value)).toBeNull();
      }),
      { numRuns: numRuns(300) },
    );
  });

  it('keeps a byte order mark at its beginning', async () => {
    expect(await open(keys, 'a', await seal(keys, 'a', '\uFEFFx'))).toBe('\uFEFFx');
  });

  it.each([
    ['no key', [], 'keys'],
    ['a short key', [NEW, 'short'], 'keys[1]'],
  ])('is refused with a ring that has %s', async (_name, ring, option) => {
    const refusal = { code: 'OPTION_INVALID', option };
    await expect(seal(ring, 'a', 'value')).rejects.toMatchObject(refusal);
    const sealed = await seal(keys, 'a', 'value');
    await expect(open([...ring], 'a', sealed)).rejects.toMatchObject(refusal);
  });

  it('has this form, which later versions must read', async () => {
    const sealed =
      kind === 'signed'
        ? 'AAAAAAAAAAAAAAAAAAAAAPhfSJIZQf3Uv-kFy0Js_K3YZRn0Jlzta0Kcg5L4wIFO.Ana'
        : 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAANZglTeb6opqZ2RiZEM-YovBT7c';
    const ring = ['k'.repeat(32)];
    expect(await seal(ring, 'user', 'Ana', (length) => new Uint8Array(length))).toBe(sealed);
    expect(await open(ring, 'user', sealed)).toBe('Ana');
  });

  it('takes its salt and nonce from the given source of random bytes', async () => {
    const lengths: number[] = [];
    await seal(keys, 'a', 'x', (length) => {
      lengths.push(length);
      return new Uint8Array(length);
    });
    expect(lengths).toEqual(kind === 'signed' ? [16] : [16, 12]);
  });
});

describe('values of one kind', () => {
  it('are refused as the other kind', async () => {
    expect(await verifyValue(keys, 'a', await encryptValue(keys, 'a', 'x'))).toBeNull();
    expect(await decryptValue(keys, 'a', await signValue(keys, 'a', 'x'))).toBeNull();
  });

  it('show their text if signed, and hide it if encrypted', async () => {
    expect(await signValue(keys, 'a', 'secret')).toMatch(/\.secret$/);
    expect(
      atob((await encryptValue(keys, 'a', 'secret')).replaceAll('-', '+').replaceAll('_', '/')),
    ).not.toContain('secret');
  });
});

it.each([undefined, null, 7, ['a'], { length: 2 ** 40 }])(
  '%p is not a value that a client got',
  async (given) => {
    expect(await decryptValue(keys, 'a', given as never)).toBeNull();
  },
);
