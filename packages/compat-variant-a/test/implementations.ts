import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { factories as plainFactories } from '@mortise/message-plain';

/** Every implementation of the messages that variant A is tested on. */
export const implementations: readonly (readonly [string, HttpFactoriesInterface])[] = [
  ['@mortise/message', factories],
  ['@mortise/message-plain', plainFactories],
];
