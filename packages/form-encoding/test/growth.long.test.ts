/** Forms of a few kilobytes; what a client sends decides the shape, and the limits are off. */
import { expect, it } from '@jest/globals';
import { growth } from '../../../tooling/testing/growth.js';
import { parseForm } from '../src/index.js';

const UNLIMITED = { maxParameters: Infinity, maxDepth: Infinity };

it.each<[name: string, formOf: (size: number) => string]>([
  ['names without a value', (size) => 'a&'.repeat(size / 2)],
  ['separators', (size) => '&'.repeat(size)],
  ['equals signs', (size) => '='.repeat(size)],
  ['one long value', (size) => `a=${'x'.repeat(size)}`],
  ['escapes', (size) => `a=${'%41'.repeat(size / 3)}`],
  ['broken escapes', (size) => `a=${'%'.repeat(size)}`],
  ['bytes that are not UTF-8', (size) => `a=${'%E6%97'.repeat(size / 6)}`],
  ['plus signs', (size) => `a=${'+'.repeat(size)}`],
  ['opening brackets', (size) => `a${'['.repeat(size)}`],
  ['closed brackets', (size) => `a${'[]'.repeat(size / 2)}`],
  ['escaped brackets', (size) => `a${'%5B%5D'.repeat(size / 6)}`],
  ['a bracket that never closes', (size) => `a${'[x]'.repeat(size / 3)}[`],
  ['one list', (size) => 'a[]=1&'.repeat(size / 6)],
  ['a list that becomes a map', (size) => `${'a[]=1&'.repeat(size / 6)}a[x]=1`],
  ['items appended to a map', (size) => `a[x]=1&${'a[]=1&'.repeat(size / 6)}`],
  ['lists replaced by text', (size) => 'a[]=1&a=2&'.repeat(size / 10)],
  [
    'distinct keys',
    (size) => Array.from({ length: size / 12 }, (_, index) => `a[k${index}]=1`).join('&'),
  ],
])('parseForm takes time linear in the length of %s', async (_name, formOf) => {
  expect(await growth(formOf, (form) => parseForm(form, UNLIMITED), 7_500)).toBeLessThan(10);
});
