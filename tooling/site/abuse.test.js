import { expect, test } from '@jest/globals';
import { abuseTests, rulesOf } from './abuse.js';

test('a test and a table of tests are one rule each, a skipped test or a comment is none', () => {
  const source = `
describe('input', () => {
  it('is refused', () => {});
  it.each([1, 2])('is refused: %s', () => {});
  test.each<[string]>([['a']])('is %s', () => {});
  it.skip('is skipped', () => {});
  // it('was removed')
});`;
  expect(rulesOf(source)).toBe(3);
});

test('each kind of attack has files, and rules in them', () => {
  for (const { rules, files } of abuseTests()) expect(rules).toBeGreaterThanOrEqual(files);
});

test('a tree without tests is refused, so that no figure is silently 0', () => {
  expect(() => abuseTests([])).toThrow(/No test of "Hostile input"/);
});
