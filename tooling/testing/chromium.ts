import { existsSync } from 'node:fs';
import type { describe } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';
import { withService } from './with-service.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/**
 * Returns `describe` if Chromium is installed, as `withService` does for any service.
 *
 * @param what is tested, for the line that says that it is skipped
 */
export function withChromium(what: string): typeof describe.skip {
  const how = `install it as ${executablePath}, or set CHROMIUM`;
  return withService(existsSync(executablePath), `${what} in Chromium (${how})`);
}

/** Starts a browser that asks nothing of the network but what a test does. The test closes it. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'],
  });
}
