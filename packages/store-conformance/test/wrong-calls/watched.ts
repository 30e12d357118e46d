import { memoryStore, StoreError, type StoreInterface } from '@mortise/store';
import type { FaultyServer } from '../../src/index.js';
import { bound } from '../mutant.js';
import { type Call, METHODS } from './ways.js';

/** Called for each call of a store: equal calls, one after another, have the same number, and are counted from 0. */
export type Watch = (call: Call, at: number, count: number) => Promise<unknown>;

/** A case that waits makes the same call again: with the second one the time has come, and with the fifth never. */
const WAIT = 2000;
const MOST_WAITS = 3;

type Method = (...args: unknown[]) => Promise<unknown>;

/** An in-memory store, with a clock of its own, of which each call goes through a function. */
export function watched(watch: Watch): StoreInterface {
  let clock = 0;
  let pending = 0;
  let at = -1;
  let count = 0;
  let waits = 0;
  let last = '';
  const store = bound(memoryStore({ now: () => clock }));

  /** Counts a call, and lets time pass before one that waits. */
  function counted(text: string): void {
    if (text !== last) {
      [last, count, waits] = [text, 0, 0];
      at += 1;
      return;
    }
    count += 1;
    if (pending > 0) return;
    waits += 1;
    if (waits > MOST_WAITS) throw new Error('waits for what does not happen');
    if (waits === 1) clock += WAIT;
  }

  const methods = METHODS.map((method) => {
    const call = (...args: unknown[]) => {
      counted(textOf(method, args));
      const act = () => (store[method] as Method)(...args);
      const ending = watch({ store, method, args, act }, at, count);
      pending += 1;
      const ended = ending.finally(() => {
        pending -= 1;
      });
      // A case need not wait for every call.
      ended.catch(() => undefined);
      return ended;
    };
    return [method, call] as const;
  });
  return { ...store, ...(Object.fromEntries(methods) as Partial<StoreInterface>) };
}

/** The same with a server that can be down. */
export function watchedServer(watch: Watch): FaultyServer {
  let isDown = false;
  const refuse = () => Promise.reject(StoreError.unavailable('down'));
  const turn = (down: boolean) => () => {
    isDown = down;
  };
  const store = watched((call, at, count) =>
    watch(isDown ? { ...call, act: refuse } : call, at, count),
  );
  return {
    store,
    stop: turn(true),
    stall: turn(true),
    resume: turn(false),
    restart: turn(false),
    close: () => store.close(),
  };
}

/** A call as text: long texts and bytes by their length. */
export function textOf(method: string, args: readonly unknown[]): string {
  const texts = args.map((arg) => {
    if (arg instanceof Uint8Array) return `${arg.length} bytes from ${arg[0]} to ${arg.at(-1)}`;
    if (typeof arg === 'string' && arg.length > 100) return `... ${arg.at(-1)} (${arg.length})`;
    return typeof arg === 'number' || arg === undefined ? String(arg) : JSON.stringify(arg);
  });
  return `${method}(${texts.join(', ')})`;
}
