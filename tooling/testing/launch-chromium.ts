import { type Browser, chromium } from 'playwright-core';

export const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Starts a browser that sends no requests of its own. The caller closes it. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-quic',
      // Otherwise it leaves a folder of its sound server in the temporary folder.
      '--disable-audio-output',
    ],
  });
}
