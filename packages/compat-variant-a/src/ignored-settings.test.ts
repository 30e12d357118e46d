import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { factories as plainFactories } from '@mortise/message-plain';
import { createApp } from './index.js';

const emitWarning = process.emitWarning.bind(process);
let warnings: string[] = [];

beforeEach(() => {
  warnings = [];
  process.emitWarning = (message: Error | string) => void warnings.push(String(message));
});
afterEach(() => {
  process.emitWarning = emitWarning;
});

it('settings of Slim 3 without an effect are warned about once in a process, by name', () => {
  const settings = { outputBuffering: false, responseChunkSize: 4096, routerCacheFile: undefined };
  createApp({ factories, settings });
  expect(warnings).toEqual([
    'the setting "outputBuffering" has no effect: a response is sent as it is written; remove it',
    'the setting "responseChunkSize" has no effect: a body is sent in chunks as it is read; remove it',
  ]);
  createApp({ factories: plainFactories, settings: { ...settings, routerCacheFile: 'routes' } });
  expect(warnings.slice(2)).toEqual([
    'the setting "routerCacheFile" has no effect: routes are compiled in memory; remove it',
  ]);
});

it('settings with an effect, and your own, are not warned about', () => {
  const own = { httpVersion: '1.0', toString: 'text' };
  createApp({ factories, settings: own });
  expect(warnings).toEqual([]);
});
