import { factories } from '@mortise/message';
import { type AppInterface, type AppOptions, createApp, html, json, text } from '../src/index.js';
import { recorder } from './failing-app.js';
import { requestsOf } from './requests-of.js';

/** JavaScript of other frameworks, so that no type refuses it. */
export type Code = (...args: never) => unknown;

/** The log line of a request to an application that `define` sets up. */
export async function logged(
  define: (app: AppInterface) => void,
  options: Partial<AppOptions> = {},
): Promise<string> {
  const { lines, logger } = recorder();
  const app = createApp({ factories, logger, ...options });
  define(app);
  await app.handle(requestsOf(factories).get('/books?q=1'));
  return String(lines.at(-1)?.[1]);
}

/** Compiled from text: the sources that hints read are then those of this file. */
export function code(source: string): Code {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  return new Function('text', 'html', 'json', `return ${source}`)(text, html, json) as Code;
}
