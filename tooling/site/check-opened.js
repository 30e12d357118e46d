/**
 * The rules that only a browser shows, for a sample of the pages: an error in the console, a request that leaves the site
 * or fails, a picture that cannot be shown, a page of the API that is too high, a page that is wider than a phone, a text
 * that is hard to read in one of the themes, a diagram of the other theme.
 */
import { lowContrast } from './contrast.js';

/** Pages that are open at the same time. */
const TABS = 2;

/** Pixels of a page of the API. */
const MAX_API_HEIGHT = 8_000;

const DESKTOP = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };

/** @returns {Promise<string[]>} one sentence for each fault */
export async function openedFaults(browser, origin, paths) {
  const waiting = [...paths];
  const faults = [];
  const tab = async () => {
    const page = await browser.newPage();
    await page.addInitScript(withoutPrefetch);
    const frame = await openFrame(page, origin);
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
      for (const fault of await visit(page, frame, origin, path)) faults.push(`${path}: ${fault}`);
    await page.close();
  };
  await Promise.all(Array.from({ length: Math.min(TABS, paths.length) }, tab));
  return faults;
}

/** A frame in an empty page of the site: to open an address in a tab would start a process for it. */
async function openFrame(page, origin) {
  await page.goto(`${origin}/llms.txt`);
  await page.setContent('<iframe style="border: 0"></iframe>');
  const element = await page.$('iframe');
  return {
    content: await element.contentFrame(),
    resize: (size) => element.evaluate(setSize, size),
  };
}

function setSize(element, { width, height }) {
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
}

/** Vitepress loads each page that a visible link leads to; the links are checked elsewhere. */
function withoutPrefetch() {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

async function visit(page, { content, resize }, origin, path) {
  const faults = [];
  const unanswered = new Set();
  const listeners = {
    console: (message) => message.type() === 'error' && faults.push(message.text()),
    pageerror: (error) => faults.push(error.message),
    request: (request) => {
      const url = request.url();
      unanswered.add(request);
      if (!url.startsWith(origin) && !url.startsWith('data:')) faults.push(`asks for ${url}`);
    },
    requestfinished: (request) => unanswered.delete(request),
    requestfailed: (request) => unanswered.delete(request),
    response: (response) => {
      if (response.status() >= 400) faults.push(`${response.status()} for ${response.url()}`);
    },
  };
  for (const [event, listener] of Object.entries(listeners)) page.on(event, listener);
  const isOfApi = path.startsWith('/api/');
  await resize(isOfApi ? DESKTOP : PHONE);
  await content.goto(origin + path, { waitUntil: 'load' });
  // The requests of scripts: `load` does not wait for them.
  for (let turns = 0; unanswered.size > 0 && turns < 1_000; turns++) await page.waitForTimeout(20);
  for (const request of unanswered) faults.push(`waits for ${request.url()}`);
  const { height, missing } = await content.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    missing: [...document.querySelectorAll('img')]
      .filter((image) => getComputedStyle(image).display !== 'none' && image.naturalWidth === 0)
      .map(({ src }) => src),
  }));
  if (isOfApi && height > MAX_API_HEIGHT)
    faults.push(`it is ${height} px high, more than ${MAX_API_HEIGHT}`);
  for (const src of missing) faults.push(`the picture ${src} cannot be shown`);
  if (isOfApi) await resize(PHONE);
  const width = await content.evaluate(() => document.documentElement.scrollWidth);
  if (width > PHONE.width) faults.push(`it is ${width} px wide on a phone of ${PHONE.width}`);
  for (const [event, listener] of Object.entries(listeners)) page.off(event, listener);
  return faults;
}

/**
 * Each theme shows only its own picture of a diagram, and no text with too little contrast.
 *
 * @param {string[]} paths the first of them has a diagram
 */
export async function themeFaults(browser, origin, paths) {
  const faults = [];
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ colorScheme, viewport: DESKTOP });
    await page.addInitScript(withoutPrefetch);
    for (const path of paths) {
      await page.goto(origin + path, { waitUntil: 'load' });
      const shown = await page
        .locator('.diagram img:visible')
        .evaluateAll((images) => images.map(({ className }) => className));
      if (shown.some((name) => name !== `for-${colorScheme}`))
        faults.push(`${path}: the ${colorScheme} theme shows ${shown.join(', ')}`);
      if (path === paths[0] && shown.length === 0)
        faults.push(`${path}: the ${colorScheme} theme shows no diagram`);
      for (const text of await page.evaluate(lowContrast))
        faults.push(`${path}: the ${colorScheme} theme shows ${text}`);
    }
    await page.close();
  }
  return faults;
}
