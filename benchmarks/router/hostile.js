/**
 * How long the worst path keeps the router busy: `npm run bench -- router:hostile [patterns]`.
 *
 * Random patterns of up to six placeholders; those that registration accepts are tried on paths made
 * to be matched in many ways and to fail at the end. Prints the slowest, each time the best of three.
 */
import { Router } from '@mortise/router';

const EXPRESSIONS = [
  '',
  ':[^/]+',
  ':.*',
  ':.+',
  ':\\d+',
  ':[a-z]+',
  ':\\w*',
  ':(?:a+)+',
  ':(?:[a-z]+-?)+',
  ':[a-z]+(?:-[a-z]+)*',
  ':(?:a|b)*',
  ':(?:a|ab)*',
  ':a{1,64}',
  ':[^-]+',
  ':(?!.*x)[^/]+',
  ':\\w+(?=.*z)',
  ':(?:\\w+/)*',
  ':[a-z]*?',
];
const SEPARATORS = ['', '-', '.', 'a', '/', '/x/'];
const ENDINGS = ['', '!', '/', 'x', '%2F'];
const UNITS = ['a', '-', 'a-', 'ab', 'a.', '1', 'a/', '/', '%2D', 'a%20'];

const count = Number(process.argv[2] ?? 3000);
const random = generator(3);
const slowest = [];
let refused = 0;
for (let i = 0; i < count; i++) {
  const pattern = randomPattern();
  const router = new Router({ colonPlaceholders: false });
  try {
    router.get(pattern, null);
  } catch {
    refused++;
    continue;
  }
  for (const unit of UNITS) {
    for (const length of [512, 1000, 1024, 2048, 16_384]) {
      const path = `/${unit.repeat(Math.floor(length / unit.length))}${pick(ENDINGS)}`;
      slowest.push([time(router, path), pattern, `${unit} to ${length}`]);
    }
  }
  slowest.sort((a, b) => b[0] - a[0]).splice(10);
}
console.log(
  `${count} patterns, ${refused} refused; the slowest of the others, in milliseconds of CPU:`,
);
for (const [milliseconds, pattern, path] of slowest) {
  console.log(`${milliseconds.toFixed(2)}  ${pattern}  on ${path}`);
}

function time(router, path) {
  const times = Array.from({ length: 3 }, () => {
    const start = process.cpuUsage();
    router.dispatch('GET', path);
    return process.cpuUsage(start).user / 1000;
  });
  return Math.min(...times);
}

function randomPattern() {
  const parts = Array.from(
    { length: 1 + Math.floor(random() * 6) },
    (_, i) => `${i === 0 ? '' : pick(SEPARATORS)}{p${i}${pick(EXPRESSIONS)}}`,
  );
  return `/${parts.join('')}${pick(['', '', 'x', '/y'])}`;
}

function pick(list) {
  return list[Math.floor(random() * list.length)];
}

function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}
