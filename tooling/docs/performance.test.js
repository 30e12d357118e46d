import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { chart } from '../../benchmarks/lib/chart.js';
import { bars, readResults } from '../../benchmarks/lib/results.js';
import { summaryOf } from '../../benchmarks/lib/verdict.js';
import { pageWith } from '../../benchmarks/page.js';
import { root } from '../setup/packages.js';

const read = (path) => readFileSync(join(root, path), 'utf8');

it('the tables and the chart of the page about performance are those of the results: otherwise run npm run bench -- page', () => {
  const page = read('docs/performance.md');
  expect(pageWith(page, readResults())).toBe(page);
  expect(chart(bars())).toBe(read('docs/performance.svg'));
});

it('the README says in how many workloads a request takes less, as much and more CPU time than with the best other', () => {
  const said = summaryOf(readResults().requests);
  expect(said).toMatch(/^less in \w+ of ten workloads, as much in \w+, and more in \w+$/);
  expect(read('README.md').replaceAll(/\s+/g, ' ')).toContain(said);
});

it('a lost row comes first, and a row is level unless its interval is disjoint from that of the best other', () => {
  const of = (mortise, restana) => ({
    ...{ title: 'x', date: '2026-11-29', rounds: 9 },
    ratios: { raw: [1, 1, 1], mortise, restana },
  });
  const results = {
    a: of([1.5, 1.4, 1.6], [1.2, 1.1, 1.3]),
    b: of([1.4, 1.2, 1.5], [1.2, 1.1, 1.3]),
    c: of([0.8, 0.7, 0.9], [0.5]),
  };
  const page = pageWith('<!-- results: requests -->\n<!-- /results -->', { requests: results });
  expect(page.match(/^\| \w .*$/gm)).toEqual([
    '| c x | 0.80 (0.70–0.90) | – | 0.50 | – | behind |',
    '| b x | 1.40 (1.20–1.50) | – | 1.20 (1.10–1.30) | – | level |',
    '| a x | 1.50 (1.40–1.60) | – | 1.20 (1.10–1.30) | – | ahead |',
  ]);
  expect(page).toContain('Measured on 29 November 2026 (a, b, c in 9 rounds).');
});
