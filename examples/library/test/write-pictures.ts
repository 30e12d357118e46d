/** Writes a screenshot of every page, light, dark and on a phone, into a folder: `npm run library:pictures -- pictures`. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { allPages } from './all-pages.js';
import type { Shown } from './shown.js';
import { launchChromium, looks, signInWith } from './chromium.js';
import { runLibrary, runLibraryOnServer } from './running-library.js';
import { unconnectedLibrary } from './unconnected-library.js';

const [given = 'pictures'] = process.argv.slice(2);
const folder = resolve(given);
await mkdir(folder, { recursive: true });
const server = process.env['DATABASE_URL'];
const library = await (server === undefined ? runLibrary() : runLibraryOnServer(server));
const away = await unconnectedLibrary();
const browser = await launchChromium();
try {
  for (const [look, options] of Object.entries(looks)) {
    await takePictures(browser, look, options);
  }
} finally {
  await browser.close();
  await away.close();
  await library.close();
}
console.log(`${(allPages.length + 1) * Object.keys(looks).length} pictures are in ${folder}`);

async function takePictures(
  browser: Browser,
  look: string,
  options: (typeof looks)[keyof typeof looks],
): Promise<void> {
  for (const as of ['visitor', 'reader', 'librarian'] as const) {
    const context = await browser.newContext({ baseURL: library.url, ...options });
    if (as !== 'visitor') await signInWith(context, library.url, as);
    for (const shown of allPages.filter((page) => page.as === as)) await take(shown);
    if (as === 'visitor') await take({ name: 'error-503', as, path: `${away.url}/books` });
    await context.close();

    async function take({ name, path, act }: Shown): Promise<void> {
      const page = await context.newPage();
      await page.goto(path);
      await act?.(page);
      // Also pictures that are loaded when they come into view.
      await page.evaluate(`Promise.all([...document.images].map((image) => {
        image.loading = 'eager';
        return image.decode();
      }))`);
      await page.screenshot({ path: join(folder, `${name}-${look}.png`) });
      await page.close();
    }
  }
}
