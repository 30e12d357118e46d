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
  const opened = new Set(pages.filter(({ path }) => named.includes(path)));
  for (const first of firstOfFolders(longest)) opened.add(first);
  const shown = new Set([...opened].flatMap(({ parts }) => [...parts]));
  for (const page of longest) {
    if ([...page.parts].every((part) => shown.has(part))) continue;
    opened.add(page);
    for (const part of page.parts) shown.add(part);
  }
  const ofApi = longest.filter(({ path }) => path.startsWith('/api/')).slice(0, LONGEST_OF_API);
  const laidOut = [...pages.filter(({ path }) => ALWAYS.test(path)), ...ofApi];
  return { opened: [...opened], laidOut: laidOut.filter((page) => !opened.has(page)) };
}

/** Of each folder, down to `api/@mortise` and `packages/eslint-plugin`, the first page. */
function firstOfFolders(pages) {
  const first = new Map();
  for (const page of pages) {
    const folder = page.path.split('/').slice(1, -1).slice(0, 2).join('/');
    if (!first.has(folder)) first.set(folder, page);
  }
  return first.values();
}
