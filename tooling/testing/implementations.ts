/** The implementations of the messages: what follows from the contracts holds on each. */
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { factories as ofNode } from '@mortise/message/node';
import { factories as plain } from '@mortise/message-plain';
import { factories as plainOfNode } from '@mortise/message-plain/node';

type Implementations = readonly (readonly [name: string, factories: HttpFactoriesInterface])[];

/** Those that run on every platform. */
export const implementations: Implementations = [
  ['@mortise/message', factories],
  ['@mortise/message-plain', plain],
];

/** Those of Node, which also have files. */
export const nodeImplementations: Implementations = [
  ['@mortise/message', ofNode],
  ['@mortise/message-plain', plainOfNode],
];
