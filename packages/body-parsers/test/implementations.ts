import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as message } from '@mortise/message';
import { factories as messagePlain } from '@mortise/message-plain';

/** Every implementation of the messages: suites run on each. */
export const implementations: readonly (readonly [string, HttpFactoriesInterface])[] = [
  ['message', message],
  ['message-plain', messagePlain],
];
