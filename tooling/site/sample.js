/** Chooses the pages that the check shows in Chromium. */

/** Pages that are always laid out: they are written one by one, and readers come by them. */
const ALWAYS = /^\/(index\.html|guides\/|recipes)/;

/** Pages of the API that are laid out because they have the most text: one that is too high is among them. */
const LONGEST_OF_API = 12;

/**
 * `opened`: those that are named, of each folder the page with the most text, and then pages until each element, class and
 * nesting of the site has been shown. `laidOut`: of the rest, home, guides, recipes and the longest of the API.
 *
 * @param pages see `readBuiltPage`
 * @param {string[]} named paths
 */
export function sampleOf(pages, named = []) {
  const longest = [...pages].sort((a, b) => b.length - a.length);
  const opened = new Set();
  const shown = new Set();
  for (const page of longest) {
    const parts = [folderOf(page), ...page.parts];
    const isNew = !parts.every((part) => shown.has(part));
    if (isNew || named.includes(page.path)) opened.add(page);
    for (const part of parts) shown.add(part);
  }
  const ofApi = longest.filter(({ path }) => path.startsWith('/api/')).slice(0, LONGEST_OF_API);
  const laidOut = [...pages.filter(({ path }) => ALWAYS.test(path)), ...ofApi];
  return { opened: [...opened], laidOut: laidOut.filter((page) => !opened.has(page)) };
}

/** Down to `api/@mortise` and `packages/eslint-plugin`. */
function folderOf({ path }) {
  return path.split('/').slice(0, -1).slice(0, 3).join('/');
}
