import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { factories as plainFactories } from '@mortise/message-plain';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { createApp } from './index.js';

const warnings = notedWarnings();
const texts = () => warnings.map(({ message }) => message);

it('settings of Slim 3 without an effect are warned about once in a process, by name', () => {
  const settings = { outputBuffering: false, responseChunkSize: 4096, routerCacheFile: undefined };
  createApp({ factories, settings });
  expect(texts()).toEqual([
    'the setting "outputBuffering" has no effect: a response is sent as it is written',
    'the setting "responseChunkSize" has no effect: a body is sent in chunks as it is read',
  ]);
  expect(warnings[0]).toMatchObject({ code: 'SETTING_IGNORED', detail: 'Remove the setting.' });
  createApp({ factories: plainFactories, settings: { ...settings, routerCacheFile: 'routes' } });
  expect(texts().slice(2)).toEqual([
    'the setting "routerCacheFile" has no effect: routes are compiled in memory',
  ]);
});

it('settings with an effect, and your own, are not warned about', () => {
  const own = { httpVersion: '1.0', toString: 'text' };
  createApp({ factories, settings: own });
  expect(warnings).toEqual([]);
});
