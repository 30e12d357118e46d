import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { signedIn } from './visitor.js';

/** Debian's programs: the first has no windows, and needs less time. */
const [HEADLESS, WHOLE] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

export const executablePath: string =
  process.env['CHROMIUM'] ?? (existsSync(HEADLESS) ? HEADLESS : WHOLE);

/** A browser that sends no requests of its own. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'],
      '--disable-audio-output', // it would leave a folder of its sound server
    ],
  });
}

/** How a visitor sees the pages. */
export const looks = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 860 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 780 } },
} as const;

/** The address of the events, from a position. */
export const EVENTS = /\/events\?/;

/** Opens a page that shows live events, and waits until it gets them; other pages of its context share its connection. */
export async function openLive(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForResponse(EVENTS), page.goto(path)]);
}

/** Gives a browser the cookies of one of the demonstration's people, who has signed in without it. */
export async function signInWith(
  context: BrowserContext,
  url: string,
  name: 'reader' | 'librarian',
): Promise<void> {
  const { cookie } = await signedIn(url, name);
  const cookies = cookie.split('; ').map((pair) => {
    const [, ofCookie = '', value = ''] = /^(.+?)=(.*)$/.exec(pair) ?? [];
    return { name: ofCookie, value, url };
  });
  await context.addCookies(cookies);
}
