import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { coverOf } from '../src/books/cover.js';
import { centuryName } from '../src/books/year-names.js';
import { firstBooks } from '../src/database/first-rows.js';
import { charts } from '../src/pages/charts.js';
import { launchChromium } from './chromium.js';
import { inChromium } from './in-chromium.js';

inChromium('the text of drawings, even in a font that is wider than Georgia,', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  /** The texts of covers that are not inside their frame. */
  async function textsBeyond(covers: readonly string[]): Promise<string[]> {
    const page = await browser.newPage();
    await page.setContent(covers.join(''));
    return page.evaluate<string[]>(
      `[...document.querySelectorAll('text')]
        .filter((text) => { const { x, width } = text.getBBox(); return x < 9.5 || x + width > 230.5; })
        .map((text) => text.textContent)`,
    );
  }

  it('is inside the frame of each cover', async () => {
    expect(await textsBeyond((await firstBooks()).map(coverOf))).toEqual([]);
  });

  it.each(['W', 'X', 'm', 'i', '@', '—', '書', 'あ', '한', '😀', 'ش', 'Ж', 'ю'])(
    'is inside the frame of a cover with one word of many times %s',
    async (letter) => {
      const [title, author] = [letter.repeat(180), letter.repeat(150)];
      expect(await textsBeyond([coverOf({ title, author })])).toEqual([]);
    },
  );

  const days = Array.from({ length: 30 }, (_, day) => ({ label: `${day + 1} Nov`, value: day }));
  const ages = Array.from({ length: 52 }, (_, index) => ({
    label: centuryName((index - 30) * 100),
    value: index,
  }));
  const centuries = Array.from({ length: 13 }, (_, index) => ({
    label: `${index + 8}00s`,
    value: index,
  }));
  const languages = [
    { label: 'Mecklenburgish Low German', value: 57 },
    { label: 'W'.repeat(60), value: 9_999 },
    { label: 'English', value: 0 },
    { label: 'x'.repeat(60), value: 7_000_000 },
  ];

  it.each([280, 350, 952])(
    'is readable in charts of %d px: as large as elsewhere, inside, and over no other text',
    async (width) => {
      const page = await browser.newPage({ viewport: { width: width + 40, height: 800 } });
      const drawn = [
        charts.columns(days, 'Loans'),
        charts.columns(centuries, 'Centuries'),
        charts.columns(ages, 'Ages'),
        charts.rows(languages, 'Languages'),
      ];
      const style = await readFile(
        new URL('../src/pages/assets/charts.css', import.meta.url),
        'utf8',
      );
      await page.setContent(`<style>${style} body { margin: 0 20px } </style>${drawn.join('')}`);
      const texts = await page.evaluate<
        Text[][]
      >(`[...document.querySelectorAll('svg')].map((svg) => {
        const frame = svg.getBoundingClientRect();
        return [...svg.querySelectorAll('text')]
          .filter((text) => getComputedStyle(text).display !== 'none')
          .map((text) => {
            const { left, right, top, height } = text.getBoundingClientRect();
            return { text: text.textContent, left: left - frame.left, right: right - frame.right, top, height };
          });
      })`);
      expect(texts.map(({ length }) => length >= 5)).toEqual([true, true, true, true]);
      const wrong = texts.flatMap((ofChart) =>
        ofChart.filter(
          (one) =>
            one.left < -0.5 ||
            one.right > 0.5 ||
            one.height < 14 ||
            ofChart.some(
              (other) =>
                other.top === one.top && other.left > one.left && other.left < width + one.right,
            ),
        ),
      );
      expect(wrong).toEqual([]);
      await page.close();
    },
  );
});

/** A text of a chart, in px from its edges. */
interface Text {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly height: number;
}
