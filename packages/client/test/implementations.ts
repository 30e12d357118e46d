import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories } from '@mortise/message/node';
import { factories as plainFactories } from '@mortise/message-plain/node';

/** Every implementation of the messages that endpoints are tested on. */
export const implementations: readonly (readonly [string, HttpFactoriesInterface])[] = [
  ['@mortise/message', factories],
  ['@mortise/message-plain', plainFactories],
];
