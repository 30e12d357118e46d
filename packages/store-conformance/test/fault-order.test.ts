import { expect, it } from '@jest/globals';
import { memoryStore, StoreError } from '@mortise/store';
import { storeFaultCases } from '../src/index.js';
import { bound } from './mutant.js';

const ALL = ['get', 'set', 'compareAndSet', 'delete', 'touch', 'increment'] as const;
const EVERY = ['set', 'compareAndSet', 'touch', 'delete', 'increment'];

type Method = (...args: unknown[]) => Promise<unknown>;

/** The calls of a server and its store, in order, in one case of a server that keeps the rules. */
async function callsOf(name: string): Promise<readonly (readonly [string, ...unknown[]])[]> {
  const calls: [string, ...unknown[]][] = [];
  const memory = bound(memoryStore());
  let isDown = false;
  const noted = (called: string, effect: () => void) => () => {
    calls.push([called]);
    effect();
  };
  const down = () => {
    isDown = true;
  };
  const store = { ...memory };
  for (const method of ALL) {
    const call = (...args: unknown[]) => {
      calls.push([method, ...args]);
      return isDown
        ? Promise.reject(StoreError.unavailable('down'))
        : (memory[method] as Method)(...args);
    };
    Object.assign(store, { [method]: call });
  }
  const server = {
    store,
    stop: noted('stop', down),
    stall: noted('stall', down),
    resume: noted('resume', () => {
      isDown = false;
    }),
    restart: noted('restart', () => undefined),
    close: () => {
      calls.push(['close']);
      return memory.close();
    },
  };
  const found = storeFaultCases(() => Promise.resolve(server)).find((each) => each.name === name);
  await found?.run();
  return calls;
}

it.each<[string, readonly string[]]>([
  ['a server that has stopped: every call rejects with 503', ['set', 'stop', ...ALL]],
  ['a server that stops responding: every call rejects with 503', ['set', 'stall', ...ALL]],
  [
    'a server that stops while it is called: the call rejects with 503',
    ['set', 'stall', ...Array.from({ length: 5 }, () => 'increment'), 'stop'],
  ],
  [
    'a server that is back: calls succeed, and stored values are there',
    ['set', 'stop', 'get', 'resume', 'get', 'get'],
  ],
  ['a server that responds again: calls succeed', ['set', 'stall', 'get', 'resume', 'get']],
  ['a server that was restarted: every method works', [...EVERY, 'restart', 'get', ...EVERY]],
])('the case "%s" makes its calls in this order, and closes the server', async (name, order) => {
  const calls = await callsOf(name);
  expect(calls.map(([call]) => call)).toEqual([...order, 'close']);
});

it('the methods after a restart use another key, which no value and no counter has', async () => {
  const calls = await callsOf('a server that was restarted: every method works');
  const [first, again] = ['set', 'increment'].map((name) =>
    calls.filter(([call]) => call === name).map(([, key]) => key),
  );
  expect([first, again].map((keys) => new Set(keys).size)).toEqual([2, 2]);
});
