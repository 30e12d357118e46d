import { expect, it } from '@jest/globals';
import * as adapter from './adapter/index.js';
import * as base from './index.js';
import * as options from './options/index.js';

it('exports these names', () => {
  expect(Object.keys(base).sort()).toEqual([
    'ByteCollector',
    'CloseHooks',
    'CodedError',
    'HTTP_ERROR',
    'OUTAGE',
    'brand',
    'checkNames',
    'consoleText',
    'headersOf',
    'isAbort',
    'isClientText',
    'isDroppedOnError',
    'isErrorStatus',
    'isInstance',
    'isOutage',
    'isPrototypeOfClass',
    'isThenable',
    'joinBytes',
    'markPassesErrors',
    'memberOf',
    'nameOfClass',
    'passesErrors',
    'quote',
    'statusOf',
  ]);
});

it('exports these names to adapters, and for options', () => {
  expect(Object.keys(adapter).sort()).toEqual([
    'BodyPace',
    'checkFactories',
    'checkOptions',
    'checkedCount',
    'checkedHandler',
    'errorEvent',
    'errorReport',
    'errorReporter',
    'mergedLimits',
    'printError',
    'refusal',
  ]);
  expect(Object.keys(options).sort()).toEqual(['OptionChecks', 'OptionError']);
});
