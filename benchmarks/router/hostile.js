/**
 * How long the worst path occupies the router: `npm run bench -- router:hostile [patterns] [seed]`.
 *
 * Random patterns of up to six placeholders; those that registration accepts are tried on paths made
 * to be matched in many ways and to fail at the end. Each is measured three times, the slowest twenty-five
 * again thirty times; the shortest time is used, as the one without interference.
 */
import { Router } from '@mortise/router';
import { generator } from '../lib/statistics.js';

const EXPRESSIONS = [
  ...['', ':[^/]+', ':.*', ':.+', ':\\d+', ':[a-z]+', ':\\w*', ':(?:a+)+', ':(?:[a-z]+-?)+'],
  ...[':[a-z]+(?:-[a-z]+)*', ':(?:a|b)*', ':(?:a|ab)*', ':a{1,64}', ':[^-]+', ':(?!.*x)[^/]+'],
  ...[':\\w+(?=.*z)', ':(?:\\w+/)*', ':[a-z]*?', ':\\p{L}+', ':[\\p{L}-]*'],
];
const SEPARATORS = ['', '-', '.', 'a', '/', '/x/'];
const ENDINGS = ['', '!', '/', 'x', '%2F'];
const UNITS = ['a', '-', 'a-', 'ab', 'a.', '1', 'a/', '/', '%2D', 'a%20', '%C3%A9', '%E6%97%A5'];

const count = Number(process.argv[2] ?? 3000);
const random = generator(Number(process.argv[3] ?? 3));
let slowest = [];
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
      const characters = decodeURIComponent(unit).length;
      const path = `/${unit.repeat(Math.floor(length / characters))}${pick(ENDINGS)}`;
      slowest.push({ time: shortest(router, path, 3), router, pattern, path });
    }
  }
  slowest = sorted(slowest).slice(0, 25);
}
slowest = sorted(slowest.map((each) => ({ ...each, time: shortest(each.router, each.path, 30) })));

console.log(`${count} patterns, ${refused} refused; the slowest of the others, in milliseconds:`);
for (const { time, pattern, path } of slowest.slice(0, 10)) {
  console.log(`${time.toFixed(2)}  ${pattern}  on ${path.slice(0, 10)}... of ${path.length}`);
}

function sorted(list) {
  return list.sort((a, b) => b.time - a.time);
}

function shortest(router, path, rounds) {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    router.dispatch('GET', path);
    return performance.now() - start;
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
