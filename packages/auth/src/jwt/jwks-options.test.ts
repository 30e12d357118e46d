import { describe, expect, it } from '@jest/globals';
import { jwks } from './index.js';

describe('the options of jwks', () => {
  it.each([
    'https://issuer.example/jwks.json',
    'http://localhost:8080/jwks',
    'http://127.0.0.1/',
    'http://127.1.2.3:1/',
    'http://[::1]:8080/',
    'http://0x7f.1/',
  ])('accept the URL %s', (url) => {
    expect(() => jwks(url)).not.toThrow();
  });

  it.each([
    'http://issuer.example/jwks.json',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://[::2]/',
    'http://0.0.0.0/',
    'ftp://localhost/',
    'file:///keys.json',
    'data:application/json,{}',
    '/jwks.json',
    '',
    7,
    undefined,
  ])('refuse the URL %p', (url) => {
    expect(() => jwks(url as string)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'jwks.url', value: url }),
    );
  });

  it.each(['https://user:open-sesame@issuer.example/', 'https://open-sesame@issuer.example/'])(
    'refuse %s, and do not repeat its credentials',
    (url) => {
      expect(() => jwks(url)).toThrow(
        expect.objectContaining({
          option: 'jwks.url',
          message: expect.not.stringContaining('sesame'),
        }),
      );
      expect(() => jwks(url)).toThrow(expect.objectContaining({ value: 'a URL with credentials' }));
    },
  );

  it.each([
    [{ timeout: 0 }, 'timeout'],
    [{ timeout: 2_147_483_648 }, 'timeout'],
    [{ maxBytes: 0 }, 'maxBytes'],
    [{ maxBytes: '1mb' }, 'maxBytes'],
    [{ onEvent: 7 }, 'onEvent'],
    [{ now: 7 }, 'now'],
    [{ cache: true }, 'cache'],
  ])('refuse %j', (options, option) => {
    expect(() => jwks('https://issuer.example/', options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `jwks.${option}` }),
    );
  });

  it.each([{ timeout: 1 }, { timeout: 2_147_483_647 }, { maxBytes: 1 }])('accept %j', (options) => {
    expect(() => jwks('https://issuer.example/', options)).not.toThrow();
  });
});
