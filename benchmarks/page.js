/**
 * Writes the tables of `docs/performance.md` and draws `docs/performance.svg`, for light and dark pages, from `results.json`.
 *
 *     npm run bench -- page
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chart } from './lib/chart.js';
import { bars, readResults } from './lib/results.js';
import { shown } from './lib/statistics.js';
import { verdictOf } from './lib/verdict.js';

const PAGE = new URL('../docs/performance.md', import.meta.url);
const CHART = new URL('../docs/performance.svg', import.meta.url);
const BLOCK = /(<!-- results: (\w+) -->\n)[^]*?(<!-- \/results -->)/g;

/** The contestants in the columns of each table. */
const COLUMNS = {
  requests: {
    ...{ mortise: 'Mortise', 'mortise-readme': 'as in its README' },
    ...{ restana: 'restana', fastify: 'Fastify' },
  },
  operations: {
    ...{ mortise: 'Mortise', 'fastify-zod': 'Fastify with zod', hono: 'Hono', express: 'Express' },
  },
};
/** @returns {string} the page with the tables of the results */
export function pageWith(page, results) {
  return page.replace(BLOCK, (_, begin, kind, end) => {
    return `${begin}${tableOf(kind, results[kind])}${end}`;
  });
}

function tableOf(kind, results) {
  const columns = COLUMNS[kind];
  const titles = Object.values(columns);
  const rows = Object.entries(results).map(([letter, { title, ratios }]) => {
    const { place, rank } = verdictOf(ratios);
    const cells = Object.keys(columns).map((name) => cellOf(ratios[name]));
    const row = `| ${letter[0]} ${title} | ${cells.join(' | ')} | ${place} |`;
    return { row, rank };
  });
  const sorted = rows.toSorted((a, b) => a.rank - b.rank).map(({ row }) => row);
  return `| workload | ${titles.join(' | ')} | compared with the best other |
|---|${'--:|'.repeat(titles.length)}---|
${sorted.join('\n')}

${datesOf(results)}
`;
}

function cellOf(measured) {
  if (measured === undefined) return '–';
  const [ratio, low, high] = measured;
  return low === undefined ? ratio.toFixed(2) : shown({ ratio, low, high });
}

/** When the rows were measured, the newest first: `29 November 2026 (a, b, c in 7 rounds; d in 9)`. */
function datesOf(results) {
  const days = new Map();
  for (const [letter, { date, rounds }] of Object.entries(results)) {
    const runs = days.get(date) ?? days.set(date, new Map()).get(date);
    runs.set(rounds, (runs.get(rounds) ?? new Set()).add(letter[0]));
  }
  const phrases = [...days]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([date, runs]) => {
      const day = new Date(date).toLocaleDateString('en-GB', {
        dateStyle: 'long',
        timeZone: 'UTC',
      });
      const parts = [...runs].map(
        ([rounds, letters], index) =>
          `${[...letters].join(', ')} in ${rounds}${index === 0 ? ' rounds' : ''}`,
      );
      return `${day} (${parts.join('; ')})`;
    });
  return `Measured on ${phrases.join('; ')}.`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(PAGE, pageWith(readFileSync(PAGE, 'utf8'), readResults()));
  writeFileSync(CHART, chart(bars()));
}
