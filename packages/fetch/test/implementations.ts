import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as lazy } from '@mortise/message';
import { factories as plain } from '@mortise/message-plain';

/** Each implementation of the messages that the suites run on, by name. */
export const implementations: readonly (readonly [string, HttpFactoriesInterface])[] = [
  ['@mortise/message', lazy],
  ['@mortise/message-plain', plain],
];
