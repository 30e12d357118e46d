/**
 * Checks the built site. What its files show is read from the HTML of every page, see `check-built.js`; what only a
 * browser shows is looked for in Chromium: on a sample of the pages that has every template and every component, and in
 * the search.
 */
import { launchChromium } from '../testing/launch-chromium.ts';
import { builtFaults, readBuiltPages } from './check-built.js';
import { openedFaults, themeFaults } from './check-opened.js';
import { searchFaults } from './check-search.js';
import { sampleOf } from './sample.js';
import { serveSite } from './serve.js';

/** Pages whose colors are checked in both themes: with what only the home page has, with much code, with tables of the API. */
const IN_BOTH_THEMES = ['/index.html', '/guides/routing.html', '/api/mortise.html'];

/** @returns {Promise<boolean>} whether there are no problems */
export async function checkSite() {
  const pages = readBuiltPages();
  const sample = sampleOf(pages);
  const server = await serveSite(0);
  const browser = await launchChromium();
  try {
    const drawn = sample.find(({ parts }) => parts.has('.diagram'));
    const wrong = [
      ...builtFaults(pages),
      ...(await openedFaults(
        browser,
        server.url,
        sample.map(({ path }) => path),
      )),
      ...(drawn === undefined
        ? ['No page has a diagram.']
        : await themeFaults(browser, server.url, [drawn.path, ...IN_BOTH_THEMES])),
      ...(await searchFaults(browser, server.url)),
    ];
    for (const line of wrong) console.error(line);
    const links = pages.reduce((sum, page) => sum + page.links.size, 0);
    console.log(
      `The site: ${pages.length} pages, ${sample.length} of them opened, ${links} links, ${wrong.length} wrong.`,
    );
    return wrong.length === 0;
  } finally {
    await browser.close();
    await server.close();
  }
}
