/**
 * Checks that time grows linearly with the size of a form: `npm run bench -- form:growth`.
 * Fails if four times the size takes more than eight times the time and 2 ms. From 1 MiB: the objects of smaller
 * forms are short-lived, so that their garbage collection is cheaper.
 */
import { parseForm } from '@mortise/form-encoding';

const MIB = 2 ** 20;
const unlimited = { maxParameters: Infinity, maxDepth: Infinity };
const inputs = {
  'names without =': (size) => 'a&'.repeat(size / 2),
  separators: (size) => '&'.repeat(size),
  equals: (size) => '='.repeat(size),
  'one long value': (size) => `a=${'x'.repeat(size)}`,
  escapes: (size) => `a=${'%41'.repeat(size / 3)}`,
  'broken escapes': (size) => `a=${'%'.repeat(size)}`,
  'bytes that are not UTF-8': (size) => `a=${'%E6%97'.repeat(size / 6)}`,
  plus: (size) => `a=${'+'.repeat(size)}`,
  'opening brackets': (size) => `a${'['.repeat(size)}`,
  'closed brackets': (size) => `a${'[]'.repeat(size / 2)}`,
  'escaped brackets': (size) => `a${'%5B%5D'.repeat(size / 6)}`,
  'a bracket that never closes': (size) => `a${'[x]'.repeat(size / 3)}[`,
  'one list': (size) => 'a[]=1&'.repeat(size / 6),
  'a list that becomes a map': (size) => `${'a[]=1&'.repeat(size / 6)}a[x]=1`,
  'appending to a map': (size) => `a[x]=1&${'a[]=1&'.repeat(size / 6)}`,
  'lists replaced by texts': (size) => 'a[]=1&a=2&'.repeat(size / 10),
  'distinct keys': (size) => Array.from({ length: size / 12 }, (_, i) => `a[k${i}]=1`).join('&'),
};

for (const [name, make] of Object.entries(inputs)) {
  const [small, large] = [make(MIB), make(4 * MIB)];
  // On a busy machine one measurement can be slow by chance, but not three.
  const tries = Array.from({ length: 3 }, () => [best(small), best(large)]);
  const [quarter, whole] = tries.reduce((a, b) => (a[1] / a[0] < b[1] / b[0] ? a : b));
  const verdict = whole <= 8 * quarter + 2 ? 'ok' : 'TOO SLOW';
  if (verdict !== 'ok') process.exitCode = 1;
  console.log(`${verdict}: ${quarter.toFixed(1)} -> ${whole.toFixed(1)} ms  ${name}`);
}

function best(text) {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    parseForm(text, unlimited);
    return performance.now() - start;
  });
  return Math.min(...times);
}
