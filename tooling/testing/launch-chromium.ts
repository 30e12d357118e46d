import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's programs of the engine. The first has no windows, and a test needs two thirds of the CPU time with it. */
const [HEADLESS, WHOLE] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export const executablePath = process.env['CHROMIUM'] ?? (existsSync(HEADLESS) ? HEADLESS : WHOLE);

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
