import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { FormError, type FormMap, type FormValue, parseForm } from './index.js';

describe('parseForm', () => {
  it('returns maps without a prototype, at every level', () => {
    const form = parseForm('a[b][c]=1');
    const inner = form.a as FormMap;
    expect(Object.getPrototypeOf(form)).toBeNull();
    expect(Object.getPrototypeOf(inner)).toBeNull();
    expect(Object.getPrototypeOf(inner.b)).toBeNull();
  });

  it.each([
    ['a[]=1&a[]=2', ['1', '2']],
    ['a[0]=1&a[1]=2', ['1', '2']],
    ['a[1]=1&a[0]=2', { 1: '1', 0: '2' }],
    ['a[]=1&a[2]=2', { 0: '1', 2: '2' }],
    ['a[]=1&a[4294967295]=2', { 0: '1', 4294967295: '2' }],
    ['a[]=1&a[length]=2', { 0: '1', length: '2' }],
    ['a[]=1&a[01]=2', { 0: '1', '01': '2' }],
    ['a[00]=1', { '00': '1' }],
  ])('makes a list of %s only if the keys are 0, 1, 2, ... in order', (text, expected) => {
    expect(parseForm(text).a).toEqual(expected);
  });

  it('has a map for a key that only begins like the next index of a list', () => {
    const list = Array.from({ length: 12 }, (_, index) => `a[]=${index}`).join('&');
    for (const key of [':', '/', '1:', '1/', '+12', '12.']) {
      const { a } = parseForm(`${list}&a[${key.replace('+', '%2B')}]=x`);
      expect([Array.isArray(a), (a as FormMap)[key]]).toEqual([false, 'x']);
    }
  });

  it('reads brackets around one ASCII whitespace character as empty ones, and no other character', () => {
    const empty = Array.from({ length: 0x7f }, (_, code) => code + 1).filter((code) => {
      const { a } = parseForm(`a[%${code.toString(16).padStart(2, '0')}]=1`);
      return Array.isArray(a) && !(code >= 0x30 && code <= 0x39);
    });
    expect(empty).toEqual([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x5d]);
  });

  it('makes a list of keys with two digits', () => {
    const items = Array.from({ length: 12 }, (_, index) => String(index));
    expect(parseForm(items.map((index) => `a[${index}]=${index}`).join('&')).a).toEqual(items);
  });

  it.each([
    '__proto__=1',
    '__proto__[x]=1',
    '_[proto__=1',
    'a[__proto__]=1',
    'a[__proto__][x]=1',
    'a[][__proto__]=1',
    '%5F_proto__=1',
    'a%5B__proto__%5D%5Bx%5D=1',
  ])('drops the key __proto__ of %s', (text) => {
    const form = parseForm(text, { phpNames: true });
    expect(JSON.stringify(form)).not.toMatch(/proto|1/);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'then'])(
    'treats %s like any other name',
    (name) => {
      expect(parseForm(`${name}=1&a[${name}]=2`)).toEqual({ [name]: '1', a: { [name]: '2' } });
    },
  );

  it('keeps dots and spaces in names', () => {
    expect(parseForm('a.b=1&c+d[e.f]=2& g=3')).toEqual({
      'a.b': '1',
      'c d': { 'e.f': '2' },
      ' g': '3',
    });
  });

  it('turns dots and spaces into _ with phpNames, but not inside brackets', () => {
    const form = parseForm('a.b=1&c+d[e.f]=2& g=3', { phpNames: true });
    expect(form).toEqual({ a_b: '1', c_d: { 'e.f': '2' }, g: '3' });
  });

  it.each([
    ['%', '%'],
    ['100%', '100%'],
    ['%zz%4', '%zz%4'],
    ['%C3%A9', 'é'],
    ['%F0%9F%98%80', '😀'],
    ['a%E9b', 'a\ufffdb'],
    ['%E6%97x', '\ufffdx'],
    ['%ED%A0%80', '\ufffd\ufffd\ufffd'],
    ['%C0%AF', '\ufffd\ufffd'],
    ['%F4%90%80%80', '\ufffd\ufffd\ufffd\ufffd'],
    ['%E6%97%E6%97%A5', '\ufffd日'],
  ])('reads the value %s as %s', (escaped, value) => {
    expect(parseForm(`a=${escaped}`)).toEqual({ a: value });
  });

  it('reads every sequence of bytes like a decoder of the Encoding Standard', () => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const edges = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0];
    const wrong: number[][] = [];
    for (let lead = 0x80; lead <= 0xff; lead++) {
      for (const second of edges) {
        for (const tail of [[], [0x7f], [0x80, 0x80], [0xbf, 0xbf], [0x80, 0xc0]]) {
          const bytes = [lead, second, ...tail];
          const escapes = bytes.map((byte) => `%${byte.toString(16)}`).join('');
          const { a } = parseForm(`a=${escapes}x`);
          if (a !== `${decoder.decode(Uint8Array.from(bytes))}x`) wrong.push(bytes);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('reads an escape only if two hexadecimal digits follow', () => {
    const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
    const wrong = ascii.filter((digit) => {
      if (digit === '&' || digit === '+' || digit === '%') return false;
      const isDigit = /[0-9a-f]/i.test(digit);
      const low = isDigit ? String.fromCharCode(Number.parseInt(`4${digit}`, 16)) : `%4${digit}`;
      const high = /[0-7]/.test(digit)
        ? String.fromCharCode(Number.parseInt(`${digit}1`, 16))
        : null;
      const { a, b } = parseForm(`a=%4${digit}&b=%${digit}1`);
      if (isDigit && high === null) return a !== low || b !== '\ufffd';
      return a !== low || b !== (high ?? `%${digit}1`);
    });
    expect(wrong).toEqual([]);
  });

  it('reads every byte in windows-1252 as the Encoding Standard lists it', () => {
    const others = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'; // 0x80 to 0x9f
    const textOf = (bytes: readonly number[]) =>
      bytes.map((byte) => others[byte - 0x80] ?? String.fromCharCode(byte)).join('');
    const all = Array.from({ length: 0x100 }, (_, byte) => byte).filter((byte) => byte > 0x3d);
    const escapes = all.map((byte) => `%${byte.toString(16)}`).join('');
    const raw = all.filter((byte) => byte !== 0x5b);
    const options = { charset: 'windows-1252' } as const;
    expect(parseForm(`a=${escapes}`, options)['a']).toBe(textOf(all));
    const { a } = parseForm(Uint8Array.of(0x61, 0x3d, ...raw), options);
    expect(a).toBe(textOf(raw));
  });

  it('reads bytes and escapes in windows-1252 if configured', () => {
    const bytes = Uint8Array.of(0x61, 0x3d, 0x80, 0x25, 0x45, 0x39, 0x25, 0x39, 0x46);
    expect(parseForm(bytes, { charset: 'windows-1252' })).toEqual({ a: '€éŸ' });
  });

  it('reads all of many bytes in windows-1252', () => {
    for (const length of [4093, 4094, 4095, 9000]) {
      const bytes = new Uint8Array(length + 2).fill(0xe9);
      bytes.set([0x61, 0x3d]);
      bytes[length + 1] = 0x80;
      expect(parseForm(bytes, { charset: 'windows-1252' })['a']).toBe(`${'é'.repeat(length - 1)}€`);
    }
  });

  it('keeps a byte order mark, which belongs to the first name', () => {
    expect(parseForm(Buffer.from('\ufeffa=1'))).toEqual({ '\ufeffa': '1' });
  });

  it('decodes a long value with escapes in full, and once', () => {
    for (const length of [4095, 4096, 4097, 10_000]) {
      expect(parseForm(`a=${'%41+'.repeat(length)}`)).toEqual({ a: 'A '.repeat(length) });
    }
  });

  it('splits at each of the separators', () => {
    expect(parseForm('a=1;b=2&c=3', { separators: '&;' })).toEqual({ a: '1', b: '2', c: '3' });
    expect(parseForm('a=1;b=2&c=3', { separators: ';' })).toEqual({ a: '1', b: '2&c=3' });
    expect(parseForm('a=1;b=2&c=3')).toEqual({ a: '1;b=2', c: '3' });
  });
});

describe('start', () => {
  it.each(['/b=1?a=1&c[d]=%412', '/%5B=1&b?a=1&c[d]=%412'])(
    'is where the form begins in %s',
    (url) => {
      const form = parseForm(url, { start: url.indexOf('?') + 1 });
      expect(form).toEqual({ a: '1', c: { d: 'A2' } });
    },
  );

  it('at the end of the text is an empty form', () => {
    expect(parseForm('/a=1', { start: 4 })).toEqual({});
  });
});

describe('the limits of parseForm', () => {
  it.each([{ maxParameters: NaN }, { maxParameters: '1k' }, { maxDepth: NaN }, { maxDepth: '1k' }])(
    'have nothing within them if they are not numbers: %p',
    (options) => {
      expect(() => parseForm('a[b]=1', options as object)).toThrow(FormError);
    },
  );

  it('accepts 1,000 parameters and refuses one more with 413', () => {
    expect(Object.keys(parseForm(parameters(1000)))).toHaveLength(1000);
    expect(() => parseForm(parameters(1001))).toThrow(
      expect.objectContaining({
        code: 'FORM_TOO_MANY_PARAMETERS',
        status: 413,
        message: 'The form exceeds the limit of 1000 parameters.',
      }),
    );
  });

  it('does not count empty parameters', () => {
    expect(parseForm(`${'&'.repeat(5000)}a=1`, { maxParameters: 1 })).toEqual({ a: '1' });
  });

  it('accepts 32 brackets in a name and refuses one more with 400', () => {
    expect(() => parseForm(`a${'[b]'.repeat(32)}=1`)).not.toThrow();
    expect(() => parseForm(`a${'[b]'.repeat(33)}=1`)).toThrow(
      expect.objectContaining({
        code: 'FORM_TOO_DEEP',
        status: 400,
        message: 'The name "a" exceeds the limit of 32 levels.',
      }),
    );
  });

  it('treats a limit of 0 as 0', () => {
    expect(() => parseForm('a=1', { maxParameters: 0 })).toThrow('limit of 0');
    expect(() => parseForm('a[]=1', { maxDepth: 0 })).toThrow('limit of 0 levels');
  });

  it('truncates like PHP with onLimit: truncate', () => {
    const options = { maxParameters: 2, maxDepth: 1, onLimit: 'truncate' } as const;
    expect(parseForm('a=1&b=2&c=3', options)).toEqual({ a: '1', b: '2' });
    expect(parseForm('a[x]=1&a[y][z]=2', options)).toEqual({});
  });

  it.each([
    ['a[k]=1&a[__proto__][x][y]=2', 2],
    ['a[k]=1&a[][__proto__][x][y]=2', 3],
  ])('truncates a name with __proto__ as any other: %s', (text, maxDepth) => {
    expect(parseForm(text, { maxDepth, onLimit: 'truncate' })).toEqual({});
  });

  it('counts only integers of 64 bits for the next index', () => {
    const [most, more] = ['9223372036854775806', '9223372036854775808'];
    expect(parseForm(`a[${more}]=1&a[]=2`)).toEqual({ a: { [more]: '1', 0: '2' } });
    expect(parseForm(`a[${most}]=1&a[]=2`)).toEqual({
      a: { [most]: '1', '9223372036854775807': '2' },
    });
  });

  it('reads 300,000 escapes in a value', () => {
    expect(parseForm(`a=${'%41'.repeat(300_000)}`)).toEqual({ a: 'A'.repeat(300_000) });
  });

  it('reads 300,000 brackets in a name without running out of stack', () => {
    const form = parseForm(`a${'[b]'.repeat(300_000)}=1`, { maxDepth: Infinity });
    expect(Object.keys(form)).toEqual(['a']);
  });

  it('accepts a mebibyte of names without =', () => {
    const form = parseForm('a&'.repeat(2 ** 19), { maxParameters: Infinity });
    expect(form).toEqual({ a: '' });
  });
});

describe('frozen', () => {
  it.each([
    'a[b][]=1&a[b][]=2&c=3',
    // A list that becomes a map.
    'a[]=1&a[][b]=2&a[x][y][]=3',
    '',
  ])('freezes every map and list of %j', (text) => {
    const open: unknown[] = [];
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Object.isFrozen(value)) open.push(value);
      Object.values(value).forEach(visit);
    };
    const form = parseForm(text, { frozen: true });
    visit(form);
    expect([open, form]).toEqual([[], parseForm(text)]);
  });

  it('freezes what PHP keeps of a form with too many parameters', () => {
    const form = parseForm('a[b]=1&c=2', { frozen: true, maxParameters: 1, onLimit: 'truncate' });
    expect([Object.isFrozen(form), Object.isFrozen(form['a'])]).toEqual([true, true]);
  });

  it('returns maps without a prototype, at every level', () => {
    const form = parseForm('a[b][c]=1&d[]=2&d[x]=3', { frozen: true });
    const { b } = form['a'] as FormMap;
    for (const map of [form, form['a'], b, form['d']]) {
      expect(Object.getPrototypeOf(map)).toBeNull();
    }
  });

  it('is off by default', () => {
    const form = parseForm('a[]=1');
    expect([Object.isFrozen(form), Object.isFrozen(form['a'])]).toEqual([false, false]);
  });
});

describe('the types of parseForm', () => {
  it('allow any name to be absent and any value to be nested', () => {
    expectTypeOf(parseForm('')).toEqualTypeOf<FormMap>();
    expectTypeOf<FormMap['x']>().toEqualTypeOf<FormValue>();
    expectTypeOf<FormValue>().toEqualTypeOf<string | readonly FormValue[] | FormMap>();
    // @ts-expect-error a charset by its label goes through formCharset
    parseForm('', { charset: 'latin1' });
  });
});

function parameters(count: number): string {
  return Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');
}
