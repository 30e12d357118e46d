import { type Browser, chromium } from 'playwright-core';

export const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Starts a browser that asks nothing of the network but what a test does. The caller closes it. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'],
  });
}
