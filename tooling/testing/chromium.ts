import { existsSync } from 'node:fs';
import type { describe } from '@jest/globals';
import { executablePath } from './launch-chromium.js';
import { withService } from './with-service.js';

export { launchChromium } from './launch-chromium.js';

/**
 * Returns `describe` if Chromium is installed, like `withService` for any service.
 *
 * @param what is tested, for the line that says that it is skipped
 */
export function withChromium(what: string): typeof describe.skip {
  const how = `install it as ${executablePath}, or set CHROMIUM`;
  return withService(existsSync(executablePath), `${what} in Chromium (${how})`);
}
