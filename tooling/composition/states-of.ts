import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as lazy } from '@mortise/message/node';
import { factories as plain } from '@mortise/message-plain/node';
import { type Adapter, adapters } from './adapters.js';
import type { Mode } from './whole-stack.js';

/** One value of each dimension. */
export type StateOf<T extends Readonly<Record<string, readonly unknown[]>>> = {
  readonly [Name in keyof T]: T[Name][number];
};

/** Every combination of the values of some dimensions. */
export function statesOf<const T extends Readonly<Record<string, readonly unknown[]>>>(
  dimensions: T,
): readonly StateOf<T>[] {
  let all: readonly object[] = [{}];
  for (const [name, values] of Object.entries(dimensions)) {
    all = all.flatMap((state) => values.map((value) => ({ ...state, [name]: value })));
  }
  return all as readonly StateOf<T>[];
}

export const MODES: readonly Mode[] = ['default', 'error middleware'];

/** What the rules say of one state, and what was seen. */
export interface Compared {
  readonly wanted: Readonly<Record<string, unknown>>;
  readonly seen: Readonly<Record<string, unknown>>;
}

/**
 * Tries the states of some dimensions, in both modes of errors, over every adapter and with both implementations.
 *
 * @param strideOf how many states are between two that are tried over an adapter. Numbers that share no factor with those
 *   of the values meet every pair of values
 */
export function describeStates<const T extends Readonly<Record<string, readonly unknown[]>>>(
  what: string,
  dimensions: T,
  strideOf: (adapter: string) => number,
  compare: (
    state: StateOf<T>,
    mode: Mode,
    adapter: Adapter,
    factories: HttpFactoriesInterface,
  ) => Promise<Compared>,
): void {
  describe.each(MODES)(`${what} (%s)`, (mode) => {
    it.each(adapters)('follows the rules of all layers over %s', async (name, adapter) => {
      const found: string[] = [];
      const states = statesOf(dimensions);
      for (let at = 0; at < states.length; at += strideOf(name)) {
        const state = states[at] as StateOf<T>;
        const different = difference(await compare(state, mode, adapter, at % 2 ? plain : lazy));
        if (different.length > 0) found.push(`${JSON.stringify(state)}: ${different.join('; ')}`);
      }
      expect(found.slice(0, 5)).toEqual([]);
    });
  });
}

function difference({ wanted, seen }: Compared): string[] {
  return Object.keys(wanted)
    .filter((name) => !isDeepStrictEqual(wanted[name], seen[name]))
    .map((name) => `${name} ${String(seen[name])}, not ${String(wanted[name])}`);
}
