import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as lazy } from '@mortise/message';
import { factories as plain } from '@mortise/message-plain';

/** Every implementation of the message contracts: what follows from the contract holds on each. */
export const implementations: readonly [name: string, factories: HttpFactoriesInterface][] = [
  ['@mortise/message', lazy],
  ['@mortise/message-plain', plain],
];
