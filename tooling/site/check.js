/**
 * Checks the built site. What its files show is read from the HTML of every page, see `check-built.js`; what only a
 * browser shows is looked for in Chromium: on a sample of the pages that has every template and every component, and in
 * the search.
 */
import { builtFaults, readBuiltPages } from './check-built.js';
import { openedFaults, openFrame } from './check-opened.js';
import { searchFaults } from './check-search.js';
import { sampleOf } from './sample.js';
import { serveSite } from './serve.js';

/** Pages whose colors are checked in both themes: with what only the home page has, with much code, with tables of the API. */
const IN_BOTH_THEMES = ['/index.html', '/guides/routing.html', '/api/mortise.html'];

/** @returns {Promise<boolean>} whether there are no problems */
export async function checkSite(browser) {
  const pages = readBuiltPages();
  const { opened, laidOut } = sampleOf(pages, IN_BOTH_THEMES);
  const server = await serveSite(0);
  try {
    const frame = await openFrame(browser, server.url);
    const themed = [...IN_BOTH_THEMES, opened.find(({ parts }) => parts.has('.diagram'))?.path];
    const pathsOf = (chosen) => chosen.map(({ path }) => path);
    const others = { themed: themed.filter(Boolean), laidOut: pathsOf(laidOut) };
    const wrong = [
      ...(themed.includes(undefined) ? ['No page has a diagram.'] : []),
      ...builtFaults(pages),
      ...(await openedFaults(frame, server.url, pathsOf(opened), others)),
      ...(await searchFaults(frame, server.url)),
    ];
    for (const line of wrong) console.error(line);
    const links = pages.reduce((sum, page) => sum + page.links.size, 0);
    console.log(
      `The site: ${pages.length} pages, ${opened.length} opened, ${laidOut.length} laid out, ${links} links, ${wrong.length} wrong.`,
    );
    return wrong.length === 0;
  } finally {
    await server.close();
  }
}
