/** The search of the built site, as a reader uses it: typed into its box in Chromium. */
import { questions } from './questions.js';

/** @returns {Promise<string[]>} one sentence for each question that finds none of its pages among the first three results */
export async function searchFaults({ page, content }, origin) {
  await content.goto(origin, { waitUntil: 'load' });
  await openSearch(page, content);
  const faults = [];
  for (const [question, wanted] of Object.entries(questions)) {
    const found = await firstResults(content, question);
    if (found.some((link) => wanted.includes(link))) continue;
    faults.push(`A search for "${question}" finds ${found.join(', ') || 'nothing'} first.`);
  }
  return faults;
}

/** @returns {Promise<string[]>} the pages of the first three results, without what is after `#` */
async function firstResults(content, question) {
  const results = content.locator('.VPLocalSearchBox .result');
  await content.fill('.VPLocalSearchBox input', '');
  await results.first().waitFor({ state: 'detached' });
  await content.fill('.VPLocalSearchBox input', question);
  const isThere = await results
    .first()
    .waitFor({ timeout: 20_000 })
    .then(
      () => true,
      () => false,
    );
  if (!isThere) return [];
  const links = await results.evaluateAll((all) => all.slice(0, 3).map(({ href }) => href));
  return links.map((href) => new URL(href).pathname.replace(/^\//, '').replace(/(\.html)$/, ''));
}

/** The page is loaded before its program listens to keys: the key is pressed until the box opens. */
async function openSearch(page, content) {
  const box = content.locator('.VPLocalSearchBox input');
  await content.locator('.DocSearch-Button').focus();
  for (let tries = 0; tries < 20 && !(await box.isVisible()); tries++) {
    await page.keyboard.press('Control+k');
    await box.waitFor({ timeout: 500 }).catch(() => null);
  }
}
