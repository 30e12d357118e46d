/** Chooses the pages that the check opens in Chromium. */

/** Pages that are always opened: they are written one by one, and readers come by them. */
const ALWAYS = /^\/(index\.html|guides\/|recipes)/;

/** Pages of the API that are opened because they have the most text: one that is too high is among them. */
const LONGEST_OF_API = 12;

/**
 * Home, guides and recipes; of each other folder the page with the most text; the longest of the API; and then pages
 * until each element and class of the site has been shown.
 *
 * @param pages see `readBuiltPage`
 */
export function sampleOf(pages) {
  const longest = [...pages].sort((a, b) => b.length - a.length);
  const chosen = new Set(pages.filter(({ path }) => ALWAYS.test(path)));
  for (const first of firstOfFolders(longest)) chosen.add(first);
  for (const page of longest.filter(isOfApi).slice(0, LONGEST_OF_API)) chosen.add(page);
  const shown = new Set([...chosen].flatMap(({ parts }) => [...parts]));
  for (const page of longest) {
    if ([...page.parts].every((part) => shown.has(part))) continue;
    chosen.add(page);
    for (const part of page.parts) shown.add(part);
  }
  return [...chosen];
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

function isOfApi({ path }) {
  return path.startsWith('/api/');
}
