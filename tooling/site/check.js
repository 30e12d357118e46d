/**
 * Opens every page of the built site in Chromium. A request that leaves the site, an error in the console, a missing
 * picture, a page without a description, a page of the API that is too high, a link to a page or a section that does not
 * exist, a search that does not find the page of a question: each is reported and fails.
 */
/* global document, getComputedStyle */
import { readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { launchChromium } from '../testing/launch-chromium.ts';
import { built } from './places.js';
import { questions } from './questions.js';
import { serveSite } from './serve.js';

/** Pages that are open at the same time. */
const TABS = 4;

/** Pixels of a page of the API. */
const MAX_API_HEIGHT = 8_000;

/**
 * Pages of the API of single packages: more than half of all, from one template. They are opened without their script,
 * which each page of the API of `mortise` runs: to start it takes longer than the rest.
 */
const WITHOUT_SCRIPT = '/api/@';

/** @returns {Promise<boolean>} whether there are no problems */
export async function checkSite() {
  const paths = readdirSync(built, { recursive: true })
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map((file) => `/${file.replaceAll(sep, '/')}`);
  const server = await serveSite(0);
  const browser = await launchChromium();
  try {
    const isPlain = (path) => path.startsWith(WITHOUT_SCRIPT);
    const scripted = paths.filter((path) => !isPlain(path));
    const plain = { javaScriptEnabled: false };
    const visits = [
      ...(await visitAll(browser, server.url, scripted)),
      ...(await visitAll(browser, server.url, paths.filter(isPlain), plain)),
    ];
    const wrong = [
      ...visits.flatMap(({ path, faults }) => faults.map((fault) => `${path}: ${fault}`)),
      ...deadLinks(visits),
      ...sameDescriptions(visits),
      ...(await searchFaults(browser, server.url)),
      ...(await themeFaults(browser, server.url, visits)),
    ];
    for (const line of wrong) console.error(line);
    const links = visits.flatMap(({ links }) => links).length;
    console.log(`The site: ${visits.length} pages, ${links} links, ${wrong.length} wrong.`);
    return wrong.length === 0;
  } finally {
    await browser.close();
    await server.close();
  }
}

async function visitAll(browser, origin, paths, options = {}) {
  const waiting = [...paths];
  const visits = [];
  const tab = async () => {
    const page = await browser.newPage(options);
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
      visits.push(await visit(page, origin, path));
    await page.close();
  };
  await Promise.all(Array.from({ length: TABS }, tab));
  return visits;
}

async function visit(page, origin, path) {
  const faults = [];
  const listeners = {
    console: (message) => message.type() === 'error' && faults.push(message.text()),
    pageerror: (error) => faults.push(error.message),
    request: (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !url.startsWith('data:')) faults.push(`asks for ${url}`);
    },
    response: (response) => {
      if (response.status() >= 400) faults.push(`${response.status()} for ${response.url()}`);
    },
  };
  for (const [event, listener] of Object.entries(listeners)) page.on(event, listener);
  await page.goto(origin + path, { waitUntil: 'load' });
  const found = await page.evaluate(() => ({
    diagrams: document.querySelectorAll('.diagram').length,
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    links: [...document.querySelectorAll('a[href]')].map(({ href }) => href),
    pictures: [...document.querySelectorAll('img')]
      .filter((image) => getComputedStyle(image).display !== 'none')
      .map(({ alt, src, naturalWidth }) => ({ alt, src, naturalWidth })),
    description: document.querySelector('meta[name=description]')?.content ?? '',
    height: document.documentElement.scrollHeight,
    fences: document.querySelectorAll('.language-mermaid').length,
  }));
  for (const [event, listener] of Object.entries(listeners)) page.off(event, listener);
  if (path.startsWith('/api/') && found.height > MAX_API_HEIGHT)
    faults.push(`it is ${found.height} px high, more than ${MAX_API_HEIGHT}`);
  if (found.fences > 0) faults.push('a diagram is shown as text');
  for (const { alt, src, naturalWidth } of found.pictures)
    if (naturalWidth === 0 || alt === '')
      faults.push(`the picture ${src} is missing or has no text`);
  const links = found.links.filter((href) => href.startsWith(origin)).map((href) => new URL(href));
  const { description, diagrams } = found;
  return { path, faults, links, ids: new Set(found.ids), diagrams, description };
}

/** A page that has no description of its own has that of the site. */
function sameDescriptions(visits) {
  const pages = visits.filter(({ path }) => !path.startsWith('/api/'));
  return pages
    .filter(({ description }, i) => pages.findIndex((page) => page.description === description) < i)
    .map(({ path, description }) => `${path}: another page has the description "${description}"`);
}

function deadLinks(visits) {
  const pages = new Map(visits.map((visit) => [visit.path, visit.ids]));
  const wrong = visits.flatMap(({ path, links }) =>
    links.flatMap(({ pathname, hash }) => {
      if (pathname.startsWith('/files/')) return [];
      const ids = pages.get(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
      if (ids === undefined) return [`${path}: no page ${pathname}`];
      if (hash === '' || ids.has(decodeURIComponent(hash.slice(1)))) return [];
      return [`${path}: no section ${hash} in ${pathname}`];
    }),
  );
  return [...new Set(wrong)];
}

/** Each question finds one of its pages among the first three results. */
async function searchFaults(browser, origin) {
  const page = await browser.newPage();
  await page.goto(origin, { waitUntil: 'load' });
  await openSearch(page);
  const faults = [];
  for (const [question, wanted] of Object.entries(questions)) {
    const found = await firstResults(page, question);
    if (found.some((link) => wanted.includes(link))) continue;
    faults.push(`A search for "${question}" finds ${found.join(', ') || 'nothing'} first.`);
  }
  await page.close();
  return faults;
}

/** @returns {Promise<string[]>} the pages of the first three results, without what is after `#` */
async function firstResults(page, question) {
  const results = page.locator('.VPLocalSearchBox .result');
  await page.fill('.VPLocalSearchBox input', '');
  await results.first().waitFor({ state: 'detached' });
  await page.fill('.VPLocalSearchBox input', question);
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
async function openSearch(page) {
  const box = page.locator('.VPLocalSearchBox input');
  for (let tries = 0; tries < 20 && !(await box.isVisible()); tries++) {
    await page.keyboard.press('Control+k');
    await box.waitFor({ timeout: 500 }).catch(() => null);
  }
}

/** Each theme shows only its own picture of a diagram. */
async function themeFaults(browser, origin, visits) {
  const wrong = [];
  const drawn = visits.find(({ diagrams }) => diagrams > 0);
  if (drawn === undefined) return ['No page has a diagram.'];
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ colorScheme });
    await page.goto(origin + drawn.path, { waitUntil: 'load' });
    const shown = await page
      .locator('.diagram img:visible')
      .evaluateAll((images) => images.map(({ className }) => className));
    if (shown.length === 0 || shown.some((name) => name !== `for-${colorScheme}`))
      wrong.push(`${drawn.path}: the ${colorScheme} theme shows ${shown.join(', ')}`);
    await page.close();
  }
  return wrong;
}
