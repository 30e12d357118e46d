import { expect, it } from '@jest/globals';
import { coverOf } from '../src/books/cover.js';
import { firstBooks } from '../src/database/first-rows.js';
import { launchChromium } from './chromium.js';
import { inChromium } from './in-chromium.js';

inChromium('drawn covers', () => {
  it('have their text inside the frame, also with a wider font than Georgia', async () => {
    const browser = await launchChromium();
    const page = await browser.newPage();
    await page.setContent((await firstBooks()).map(coverOf).join(''));
    const wide = await page.evaluate<string[]>(
      `[...document.querySelectorAll('text')]
        .filter((text) => { const { x, width } = text.getBBox(); return x + width > 230; })
        .map((text) => text.textContent)`,
    );
    await browser.close();
    expect(wide).toEqual([]);
  });
});
