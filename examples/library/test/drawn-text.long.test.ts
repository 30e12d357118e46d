import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { coverOf } from '../src/books/cover.js';
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

  /** The texts that do not end before `x`. */
  async function textsBeyond(x: number, drawings: readonly string[]): Promise<string[]> {
    const page = await browser.newPage();
    await page.setContent(
      `<style>.chart { font: 13px Georgia, serif }</style>${drawings.join('')}`,
    );
    return page.evaluate<string[]>(
      `[...document.querySelectorAll('text')]
        .filter((text) => { const { x, width } = text.getBBox(); return x + width > ${x} + 0.5; })
        .map((text) => text.textContent)`,
    );
  }

  it('is inside the frame of each cover', async () => {
    expect(await textsBeyond(230, (await firstBooks()).map(coverOf))).toEqual([]);
  });

  it('is inside a chart', async () => {
    const days = Array.from({ length: 30 }, (_, day) => ({ label: `${day + 1} Nov`, value: day }));
    expect(await textsBeyond(640, [charts.columns(days, 'Loans')])).toEqual([]);
  });

  it('ends before the bar of its row', async () => {
    const rows = [{ label: 'Mecklenburgish Low German', value: 0 }];
    expect(await textsBeyond(130, [charts.rows(rows, 'Languages')])).toEqual(['0']);
  });
});
