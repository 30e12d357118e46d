import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

export const executablePath: string = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

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

/** Opens a page that shows live events, and waits until it gets them. */
export async function openLive(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForResponse('**/events'), page.goto(path)]);
}

/** Signs in as one of the demonstration's people. */
export async function signInWith(
  context: BrowserContext,
  name: string,
  password: string,
): Promise<void> {
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(`Welcome, ${name}.`).waitFor();
  await page.close();
}
