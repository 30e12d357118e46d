/** What a visitor gets if the store breaks its contract. */
import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { implementations } from '../../../tooling/testing/implementations.js';
import { sessionApp } from '../test/session-app.js';
import { spying } from '../test/spying.js';
import { visitor } from '../test/visitor.js';
import { session } from './index.js';

const broken: ['get' | 'compareAndSet' | 'delete', string, unknown[]][] = [
  ['compareAndSet', '/add', [true, false, undefined, 2]],
  ['get', '/user', [undefined, { value: 'text', version: 'a' }]],
  ['delete', '/login', [undefined, 1]],
];

describe.each(implementations)('a session with %s', (_, factories) => {
  it.each(broken)(
    'fails at the first call of %s that breaks the contract of the store: %s',
    async (method, path, results) => {
      for (const result of results) {
        const store = memoryStore();
        const calls: string[] = [];
        const spied = spying(store, (name) => calls.push(name));
        const client = visitor(sessionApp(factories, session({ store: spied })));
        await client.get('/add');
        store[method] = () => Promise.resolve(result as never);
        calls.length = 0;
        const option = `session.store.${method}`;
        const error = { code: 'OPTION_INVALID', option };
        await expect(client.get(path)).rejects.toMatchObject(error);
        expect(calls.filter((name) => name === method)).toHaveLength(1);
      }
    },
  );

  it('is not reported as stored if compareAndSet of the store resolves to true', async () => {
    const store = memoryStore();
    store.compareAndSet = () => Promise.resolve(true as never);
    const client = visitor(sessionApp(factories, session({ store })));
    await expect(client.get('/add')).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});
