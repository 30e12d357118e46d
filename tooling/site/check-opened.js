/**
 * The rules that only a browser shows: an error in the console, a request that leaves the site or fails, a picture that
 * cannot be shown, a page of the API that is too high, a page that is wider than a phone, a text that is hard to read in
 * one of the themes, a diagram of the other theme.
 */
import axe from 'axe-core';
import { lowContrast } from './contrast.js';

/** Pixels of a page of the API. */
const MAX_API_HEIGHT = 8_000;

const DESKTOP = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };

/**
 * A frame in an empty page of the site: to open an address in a tab would start a process for it, and draw it larger.
 *
 * @returns the `page`, and the frame's `content`
 */
export async function openFrame(browser, origin) {
  const page = await browser.newPage();
  await page.addInitScript(withoutPrefetch);
  await page.goto(`${origin}/llms.txt`);
  await page.setContent('<iframe style="border: 0"></iframe>');
  const element = await page.$('iframe');
  const resize = (size) => element.evaluate(setSize, size);
  await resize(PHONE);
  return { page, content: await element.contentFrame(), resize };
}

function setSize(element, { width, height }) {
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
}

/** Vitepress loads each page that a visible link leads to; the links are checked elsewhere. */
function withoutPrefetch() {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/**
 * @param frame see {@link openFrame}
 * @param {string[]} opened paths of the pages that are opened
 * @param {{ themed?: string[], laidOut?: string[] }} others `themed`: those that are opened in both themes; `laidOut`:
 *   pages of which only the sizes and pictures are checked, without their scripts, in the last page that was opened
 * @returns {Promise<string[]>} one sentence for each fault
 */
export async function openedFaults(frame, origin, opened, { themed = [], laidOut = [] } = {}) {
  const { page } = frame;
  const faults = [];
  const unanswered = new Set();
  let visited;
  const report = (fault) => faults.push(`${visited}: ${fault}`);
  const listeners = {
    console: (message) => message.type() === 'error' && report(message.text()),
    pageerror: (error) => report(error.message),
    request: (request) => {
      const url = request.url();
      unanswered.add(request);
      if (!url.startsWith(origin) && !url.startsWith('data:')) report(`asks for ${url}`);
    },
    requestfinished: (request) => unanswered.delete(request),
    requestfailed: (request) => unanswered.delete(request),
    response: (response) => {
      if (response.status() >= 400) report(`${response.status()} for ${response.url()}`);
    },
  };
  const visit = async (path, show, theme) => {
    visited = path;
    await show(frame, origin + path).catch(({ message }) => report(message));
    // The requests of scripts: `load` does not wait for them.
    for (let turns = 0; unanswered.size > 0 && turns < 1_000; turns++)
      await page.waitForTimeout(20);
    for (const request of unanswered) report(`waits for ${request.url()}`);
    for (const fault of await shapeFaults(frame, path, theme)) report(fault);
  };
  for (const [event, listener] of Object.entries(listeners)) page.on(event, listener);
  for (const [theme, paths] of Object.entries({ dark: themed, light: opened })) {
    await page.emulateMedia({ colorScheme: theme });
    for (const path of paths) await visit(path, open, themed.includes(path) ? theme : undefined);
  }
  for (const path of laidOut) await visit(path, layOut);
  for (const [event, listener] of Object.entries(listeners)) page.off(event, listener);
  return faults;
}

/** Opens a page as a reader does, until its program has taken over what the server rendered. */
async function open({ content }, address) {
  await content.goto(address, { waitUntil: 'load' });
  await content.waitForFunction(() => {
    const app = document.getElementById('app');
    return app === null || '__vue_app__' in app;
  });
}

/** Shows what another page contains, with the style of this one: a fraction of the work of opening it. */
async function layOut({ content }, address) {
  await content.evaluate(async (url) => {
    const html = await (await fetch(url)).text();
    const other = new DOMParser().parseFromString(html, 'text/html');
    document.getElementById('VPContent').replaceWith(other.getElementById('VPContent'));
    await Promise.all([...document.images].map((image) => image.decode().catch(() => null)));
  }, address);
}

async function shapeFaults({ content, resize }, path, theme) {
  const faults = [];
  const isOfApi = path.startsWith('/api/');
  if (isOfApi || theme !== undefined) await resize(DESKTOP);
  const { height, pictures, diagrams } = await content.evaluate(() => {
    const isShown = (image) => getComputedStyle(image).display !== 'none';
    const shown = [...document.images].filter(isShown);
    return {
      height: document.documentElement.scrollHeight,
      pictures: shown.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src),
      diagrams: [...document.querySelectorAll('.diagram')].map((diagram) =>
        shown
          .filter((image) => diagram.contains(image))
          .map(({ className }) => className)
          .join(),
      ),
    };
  });
  if (isOfApi && height > MAX_API_HEIGHT)
    faults.push(`it is ${height} px high, more than ${MAX_API_HEIGHT}`);
  for (const src of pictures) faults.push(`the picture ${src} cannot be shown`);
  if (theme !== undefined) {
    for (const shown of diagrams.filter((name) => name !== `for-${theme}`))
      faults.push(`the ${theme} theme shows ${shown || 'no diagram'}`);
    await content.evaluate(axe.source);
    for (const text of await content.evaluate(lowContrast))
      faults.push(`the ${theme} theme shows ${text}`);
  }
  await resize(PHONE);
  const width = await content.evaluate(() => document.documentElement.scrollWidth);
  if (width > PHONE.width) faults.push(`it is ${width} px wide on a phone of ${PHONE.width}`);
  return faults;
}
