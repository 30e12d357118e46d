import { describe, expect, it } from '@jest/globals';
import { CloseHooks } from './index.js';

const none = () => undefined;

describe('CloseHooks', () => {
  it('runs the last registered first, each after the previous one', async () => {
    const hooks = new CloseHooks(none);
    const ran: string[] = [];
    hooks.add(() => void ran.push('first registered'));
    hooks.add(async () => {
      ran.push('begins');
      await Promise.resolve();
      ran.push('ends');
    });
    expect(await hooks.run()).toEqual([]);
    expect(ran).toEqual(['begins', 'ends', 'first registered']);
  });

  it('runs a hook that another one registers next, and each hook once', async () => {
    const hooks = new CloseHooks(none);
    const ran: string[] = [];
    hooks.add(() => void ran.push('first registered'));
    hooks.add(() => {
      ran.push('last registered');
      hooks.add(() => void ran.push('next'));
    });
    await hooks.run();
    await hooks.run();
    expect(ran).toEqual(['last registered', 'next', 'first registered']);
  });

  it('waits for a hook that ends before the time is up', async () => {
    const hooks = new CloseHooks(none);
    const ran: string[] = [];
    hooks.add(() => Promise.reject(new Error('rejected')));
    hooks.add(async () => {
      await Promise.resolve();
      ran.push('ended');
    });
    const failures = await hooks.run(new Promise(none));
    expect([failures.map(String), ran]).toEqual([['Error: rejected'], ['ended']]);
  });

  it('calls all hooks when some fail, and returns the errors in order', async () => {
    const hooks = new CloseHooks(none);
    hooks.add(() => Promise.reject(new Error('rejected')));
    hooks.add(() => {
      throw new Error('thrown');
    });
    expect((await hooks.run()).map(String)).toEqual(['Error: thrown', 'Error: rejected']);
  });

  it('calls the remaining hooks without waiting when the time is up', async () => {
    const hooks = new CloseHooks(none);
    const ran: string[] = [];
    for (const name of ['a', 'b']) {
      hooks.add(() => {
        ran.push(name);
        return new Promise(none);
      });
    }
    expect(await hooks.run(Promise.resolve())).toEqual([]);
    expect(ran).toEqual(['b', 'a']);
  });

  it.each<[string, () => Promise<void>]>([
    ['rejects', () => Promise.reject(new Error('late'))],
    [
      'throws',
      () => {
        throw new Error('late');
      },
    ],
  ])(
    'runs a hook that is registered afterwards immediately; one that %s is reported',
    async (_, hook) => {
      const reported: unknown[] = [];
      const hooks = new CloseHooks((error) => reported.push(error));
      await hooks.run();
      hooks.add(hook);
      await Promise.resolve();
      await Promise.resolve();
      expect(reported.map(String)).toEqual(['Error: late']);
    },
  );
});
