import { existsSync } from 'node:fs';
import { executablePath } from './chromium.js';
import { withService } from './with-service.js';

/** Describes tests that need Chromium. */
export const inChromium: ReturnType<typeof withService> = withService(
  existsSync(executablePath),
  `the pages in Chromium (there is no ${executablePath})`,
);
