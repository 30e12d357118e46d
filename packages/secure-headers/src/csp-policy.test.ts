import { describe, expect, it } from '@jest/globals';
import { type CspDirectives, NONCE } from './csp-directives.js';
import { assertDirectives, cspPolicy } from './csp-policy.js';

const HTTPS = { nonce: 'abc', isHttps: true };
const check = (directives: object) => () => {
  assertDirectives('csp', directives);
};
const refused = (option: string): unknown =>
  expect.objectContaining({ code: 'OPTION_INVALID', option });

/** Directives whose sources can include a nonce, by their name in the header (CSP 3, 6). */
const WITH_NONCE = ['default-src', 'script-src', 'script-src-elem', 'style-src', 'style-src-elem'];
const SOURCES = [
  ...['script-src-attr', 'style-src-attr', 'img-src', 'font-src', 'connect-src', 'media-src'],
  ...['object-src', 'frame-src', 'child-src', 'worker-src', 'manifest-src', 'base-uri'],
  ...['form-action', 'frame-ancestors'],
];
const WORDS = ['sandbox', 'report-uri', 'require-trusted-types-for', 'trusted-types'];

const optionOf = (name: string) => name.replace(/-./g, ([, letter = '']) => letter.toUpperCase());

describe.each([...WITH_NONCE, ...SOURCES])('the directive %s', (name) => {
  const option = optionOf(name);
  it('lists sources', () => {
    expect(check({ [option]: ["'self'", 'https://a.test'] })).not.toThrow();
    expect(cspPolicy({ [option]: ["'self'", 'https://a.test'] }, HTTPS)).toBe(
      `${name} 'self' https://a.test`,
    );
  });

  it('needs a source, keywords in quotes, and none alone', () => {
    expect(check({ [option]: [] })).toThrow(refused(`csp.${option}`));
    expect(check({ [option]: 'a.test' })).toThrow(refused(`csp.${option}`));
    expect(check({ [option]: ['a.test', 'self'] })).toThrow(refused(`csp.${option}[1]`));
    expect(check({ [option]: ["'none'", 'a.test'] })).toThrow(refused(`csp.${option}[0]`));
    expect(check({ [option]: ["'none'"] })).not.toThrow();
    expect(check({ [option]: false })).not.toThrow();
    expect(cspPolicy({ [option]: false }, HTTPS)).toBe('');
  });
});

it.each(WITH_NONCE)('the directive %s can have a nonce, and is none without one', (name) => {
  const directives = { [optionOf(name)]: [NONCE] } as CspDirectives;
  expect(check(directives)).not.toThrow();
  expect(cspPolicy(directives, HTTPS)).toBe(`${name} 'nonce-abc'`);
  expect(cspPolicy(directives, { ...HTTPS, nonce: null })).toBe(`${name} 'none'`);
});

it.each([...SOURCES, ...WORDS])('the directive %s cannot have a nonce', (name) => {
  const option = optionOf(name);
  expect(check({ [option]: ['a', NONCE] })).toThrow(refused(`csp.${option}[1]`));
});

it.each(WORDS)('the directive %s lists words, also none', (name) => {
  const option = optionOf(name);
  expect(check({ [option]: ['a', 'b'] })).not.toThrow();
  expect(check({ [option]: [] })).not.toThrow();
  expect(check({ [option]: ['a b'] })).toThrow(refused(`csp.${option}[0]`));
  expect(cspPolicy({ [option]: ['a', 'b'] }, HTTPS)).toBe(`${name} a b`);
  expect(cspPolicy({ [option]: [] }, HTTPS)).toBe(name);
});

it.each(WORDS)('the directive %s takes words that would be keywords among sources', (name) => {
  const option = optionOf(name);
  expect(check({ [option]: ['self'] })).not.toThrow();
  expect(check({ [option]: ["'none'", 'a'] })).not.toThrow();
});

it('the directive report-to names one endpoint', () => {
  expect(check({ reportTo: 'default' })).not.toThrow();
  expect(check({ reportTo: ['default'] })).toThrow(refused('csp.reportTo'));
  expect(check({ reportTo: 'a;b' })).toThrow(refused('csp.reportTo'));
  expect(cspPolicy({ reportTo: 'default' }, HTTPS)).toBe('report-to default');
});

it('the directive upgrade-insecure-requests is a flag, over https alone', () => {
  expect(check({ upgradeInsecureRequests: true })).not.toThrow();
  expect(check({ upgradeInsecureRequests: [] })).toThrow(refused('csp.upgradeInsecureRequests'));
  const of = (isHttps: boolean, upgradeInsecureRequests: boolean) =>
    cspPolicy({ upgradeInsecureRequests, reportTo: 'a' }, { nonce: null, isHttps });
  expect(of(true, true)).toBe('upgrade-insecure-requests;report-to a');
  expect([of(true, false), of(false, true)]).toEqual(['report-to a', 'report-to a']);
});

it.each(['a;b', 'a,b', 'a b', '', 'é', 'a\n', '\na', 7, null])('%j is not a source', (source) => {
  expect(check({ imgSrc: [source] })).toThrow(refused('csp.imgSrc[0]'));
});

it.each([
  ...['self', 'NONE', 'unsafe-inline', 'unsafe-eval', 'unsafe-hashes', 'wasm-unsafe-eval'],
  ...['strict-dynamic', 'report-sample', 'inline-speculation-rules', 'nonce-a', 'sha256-a'],
  ...['sha384-a', 'sha512-a'],
])('the keyword %s needs quotes; a host that contains it does not', (keyword) => {
  expect(check({ scriptSrc: [keyword] })).toThrow(refused('csp.scriptSrc[0]'));
  expect(check({ scriptSrc: [`'${keyword}'`] })).not.toThrow();
  expect(check({ scriptSrc: [`x${keyword}`] })).not.toThrow();
});

it.each(['self.test', 'none.test'])('%s is a host', (host) => {
  expect(check({ scriptSrc: [host] })).not.toThrow();
});

it.each([null, 'x', 7])('directives are not %j', (directives) => {
  expect(check(directives as never)).toThrow(refused('csp'));
});

it('a directive in another form than camel case is unknown', () => {
  expect(check({ 'script-src': ["'self'"] })).toThrow(refused('csp.script-src'));
  expect(check({ toString: ["'self'"] })).toThrow(refused('csp.toString'));
  expect(check({ directives: { scriptSrc: [] } })).toThrow(
    `expected a directive in camel case, such as { scriptSrc: ["'self'"] }`,
  );
});
