import { expect, it } from '@jest/globals';
import { coverOf } from '../src/books/cover.js';
import { charts } from '../src/pages/charts.js';

const linesOf = (title: string) =>
  [...coverOf({ title, author: 'x' }).matchAll(/<tspan.*?>(.*?)<\/tspan>/g)].map(
    ([, line]) => line,
  );

it('draws six lines of a title, the last one with "…" if there are more', () => {
  const title = 'The Life and Strange Surprizing Adventures of Robinson Crusoe, of York, Mariner';
  const lines = ['The Life and', 'Strange', 'Surprizing', 'Adventures of', 'Robinson'];
  expect(linesOf(title)).toEqual([...lines, 'Crusoe, of Y…']);
  const fits = 'one two three four five six seven';
  expect(linesOf(fits).join(' ')).toBe(fits);
});

const bars = (values: readonly number[]) =>
  values.map((value, index) => ({ label: `${index}`, value }));
const shown = (values: readonly number[]) =>
  charts.withoutGaps(bars(values)).map(({ label }) => label);

it.each([
  [
    [1, 0, 0, 0, 2],
    ['0', '…', '4'],
  ],
  [
    [1, 0, 0, 2],
    ['0', '1', '2', '3'],
  ],
  [
    [1, 0, 0, 0, 0, 2, 0, 3, 0, 0, 0, 4],
    ['0', '…', '5', '6', '7', '…', '11'],
  ],
  [[], []],
])('shows one gap for three and more zeros between bars: %j', (values, labels) => {
  expect(shown(values)).toEqual(labels);
});

it('draws a gap without a bar, and each label at the edge of its bar', () => {
  const drawn = charts.columns(charts.withoutGaps(bars([1, 0, 0, 0, 2])), 'x');
  expect(drawn.match(/<rect/g)).toHaveLength(2);
  expect(drawn).toContain('text-anchor="middle">…</text>');
  const bar = /<rect class="bar" x="(.*?)"/.exec(drawn)?.[1];
  expect(drawn).toContain(`<text x="${bar}" y="170">0</text>`);
});
