/** The search of the built site: all questions in Node, and some typed into its box in Chromium, as a reader uses it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { built, content, home } from './places.js';

/** What newcomers type into the search, and the pages of which one must be among the first three results. */
const questions = new Map(
  readFileSync(new URL('questions.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [pages, asked] = line.split(': ');
      return asked.split(', ').map((question) => [question, pages.split(' ')]);
    }),
);

/** Of so many questions, one is typed: the box runs the same program as Node, on the same index. */
const TYPED = 20;

/** @returns {Promise<string[]>} one sentence for each question that finds none of its pages among the first three results */
export async function searchFaults({ page, content }, origin) {
  const search = await openIndex();
  const faults = questionFaults(search);
  await content.goto(origin, { waitUntil: 'load' });
  await openBox(page, content);
  for (const question of [...questions.keys()].filter((_, i) => i % TYPED === 0)) {
    const found = search(question).slice(0, 3);
    const shown = await firstResults({ page, content }, question, found);
    if (shown.join() !== found.join())
      faults.push(`A search for "${question}" shows ${shown.join(', ')}, not ${found.join(', ')}.`);
  }
  return faults;
}

/** Prints the results of each question, or what is wrong with those of `questions.txt`; takes a second. */
export async function trySearch(asked) {
  const search = await openIndex();
  for (const question of asked)
    console.log([question, ...search(question).slice(0, 8)].join('\n  '));
  const faults = asked.length > 0 ? [] : questionFaults(search);
  for (const line of faults) console.error(line);
  if (asked.length === 0)
    console.log(`${questions.size} questions, ${faults.length} without an answer.`);
  return faults.length === 0;
}

function questionFaults(search) {
  const hasName = (name) => (page) => readPage(page).includes(name);
  return [
    ...[...questions].map(([question, wanted]) => [question, (page) => wanted.includes(page)]),
    ...namesInReadmes().map((name) => [name, hasName(name)]),
  ].flatMap(([question, isWanted]) => {
    const found = search(question).slice(0, 3);
    if (found.some((link) => isWanted(link.replace(/#.*/, '')))) return [];
    return [`A search for "${question}" finds ${found.join(', ') || 'nothing'} first.`];
  });
}

/** @returns {string[]} the codes of errors, and other names such as `PORT_IN_USE`, in the READMEs of the packages */
function namesInReadmes() {
  const readmes = readdirSync(join(content, 'packages')).filter((file) => file.endsWith('.md'));
  const text = readmes.map((file) => readPage(`packages/${file.slice(0, -3)}`)).join('\n');
  return [...new Set(text.match(/(?<=`)[A-Z][A-Z\d]*(?:_[A-Z\d]+)+(?=`)/g))];
}

const readPage = (page) => readFileSync(join(content, `${page}.md`), 'utf8');

/** @returns {Promise<(question: string) => string[]>} the links of the results, such as `guides/routing#group-routes` */
async function openIndex() {
  const chunks = join(built, 'assets', 'chunks');
  const name = readdirSync(chunks).find((file) => file.startsWith('@localSearchIndexroot'));
  const { default: json } = await import(pathToFileURL(join(chunks, name)));
  // Beside the packages of vitepress, which has MiniSearch.
  const { default: MiniSearch } = await import(join(home, '.vitepress/theme/mini-search.js'));
  const index = MiniSearch.loadJSON(json);
  return (question) => index.search(question).map(({ id }) => linkOf(id));
}

/** @returns {Promise<string[]>} the links of the first three results in the box, as soon as they are those, or at last */
async function firstResults({ page, content }, question, wanted) {
  await content.fill('.VPLocalSearchBox input', question);
  let shown = [];
  for (let turns = 0; turns < 1_000 && (turns === 0 || shown.join() !== wanted.join()); turns++) {
    if (turns > 0) await page.waitForTimeout(20);
    const links = await content
      .locator('.VPLocalSearchBox .result')
      .evaluateAll((all) => all.slice(0, 3).map(({ href }) => href));
    shown = links.map((href) => linkOf(new URL(href).pathname + new URL(href).hash));
  }
  return shown;
}

const linkOf = (path) => decodeURI(path.replace(/^\//, '').replace(/\.html(?=#|$)/, ''));

/** The page is loaded before its program listens to keys: the key is pressed until the box opens. */
async function openBox(page, content) {
  const box = content.locator('.VPLocalSearchBox input');
  await content.locator('.DocSearch-Button').focus();
  for (let tries = 0; tries < 20 && !(await box.isVisible()); tries++) {
    await page.keyboard.press('Control+k');
    await box.waitFor({ timeout: 500 }).catch(() => null);
  }
}
