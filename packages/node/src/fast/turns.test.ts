import { describe, expect, it } from '@jest/globals';
import { AsyncResource } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { Turns } from './turns.js';

describe('a request', () => {
  it('is handled immediately if it is the only one of its turn', async () => {
    const { push, answered } = turns();
    for (const name of ['a', 'b', 'c']) {
      push(name);
      expect(answered.at(-1)).toBe(name);
      await turn();
    }
  });

  it('is handled after the turn while several arrive in one', async () => {
    const { push, answered } = turns();
    push('a', 'b');
    expect(answered).toEqual(['a', 'b']);
    await turn();
    push('c', 'd');
    expect(answered).toEqual(['a', 'b']);
    await turn();
    expect(answered).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is handled immediately again once they come one by one', async () => {
    const { push, answered } = turns();
    push('a', 'b');
    await turn();
    push('c');
    expect(answered).not.toContain('c');
    await turn();
    push('d');
    expect(answered).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is handled immediately if it must not wait, before those that wait', async () => {
    const { push, pushAlone, answered } = turns();
    push('a', 'b');
    await turn();
    push('c');
    pushAlone('d');
    expect(answered).toEqual(['a', 'b', 'd']);
    await turn();
    expect(answered).toEqual(['a', 'b', 'd', 'c']);
  });

  it('waits for the end of its turn with at most 63 others', async () => {
    const { push, answered } = turns();
    push('a', 'b');
    await turn();
    const names = Array.from({ length: 65 }, (_, at) => String(at));
    push(...names.slice(0, 63));
    expect(answered).toHaveLength(2);
    push(...names.slice(63));
    expect(answered).toEqual(['a', 'b', ...names.slice(0, 64)]);
    await turn();
    expect(answered).toEqual(['a', 'b', ...names]);
  });

  it('waits with fewer others while bodies are large, so that all of them take at most 256 KiB', async () => {
    const { push, put, putLarge, answered } = turns();
    push('a', 'b');
    putLarge(65_536, 15 * 65_536); // a sixteenth of both is the average now
    await turn();
    push('c', 'd', 'e');
    expect(answered).toEqual(['a', 'b']);
    push('f');
    expect(answered).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    put(...Array.from({ length: 200 }, String));
    await turn();
    push(...Array.from({ length: 63 }, String));
    expect(answered).toHaveLength(6);
  });

  it('that waits is handled once when nothing may wait any longer', async () => {
    const { push, flush, answered } = turns();
    push('a', 'b');
    await turn();
    push('c', 'd');
    flush();
    expect(answered).toEqual(['a', 'b', 'c', 'd']);
    await turn();
    expect(answered).toHaveLength(4);
  });
});

describe('a response', () => {
  it('is sent immediately until several requests arrive in one turn', async () => {
    const { push, put, sent } = turns();
    put('a');
    expect(sent).toEqual(['a']);
    push('b');
    await turn();
    put('b');
    expect(sent).toEqual(['a', 'b']);
  });

  it('is sent after the current code has ended while they do, in order', async () => {
    const { put, sent } = await collecting();
    put('a', 'b');
    expect(sent).toEqual([]);
    await turn();
    expect(sent).toEqual(['a', 'b']);
  });

  it.each([
    ['they come one by one', 'push'],
    ['one must not wait', 'pushAlone'],
    ['nothing may wait any longer', 'flush'],
  ] as const)('is sent immediately again once %s', async (_, happens) => {
    const given = await collecting();
    given[happens]('a');
    await turn();
    given.put('b');
    expect(given.sent).toEqual(['b']);
  });

  it('is also sent if it is ready while others are sent', async () => {
    const { all, put, sent } = await collecting();
    all.send({
      context: new AsyncResource('Test'),
      ...EMPTY,
      send: () => {
        put('b');
      },
    });
    put('a');
    await turn();
    expect(sent).toEqual(['a', 'b']);
  });

  it('waits for at most fifteen others', async () => {
    const { put, sent } = await collecting();
    const names = Array.from({ length: 20 }, (_, index) => `${index}`);
    put(...names);
    expect(sent).toEqual(names.slice(0, 16));
    await turn();
    expect(sent).toEqual(names);
  });
});

const EMPTY = { bytes: 0, body: null };

function turns() {
  const answered: string[] = [];
  const sent: string[] = [];
  const all = new Turns();
  const pushWith = (isAlone: boolean, names: readonly string[]) => {
    for (const name of names) all.begin({ begin: () => void answered.push(name) }, isAlone);
  };
  return {
    all,
    answered,
    sent,
    push: (...names: string[]) => {
      pushWith(false, names);
    },
    pushAlone: (...names: string[]) => {
      pushWith(true, names);
    },
    put: (...names: string[]) => {
      for (const name of names) {
        const send = (): void => void sent.push(name);
        all.send({ context: new AsyncResource('Test'), ...EMPTY, send });
      }
    },
    putLarge: (bytes: number, size: number) => {
      const context = new AsyncResource('Test');
      all.send({ context, bytes, body: { size }, send: () => undefined });
    },
    flush: () => {
      all.flush();
    },
  };
}

/** While several requests arrive in one turn. */
async function collecting() {
  const given = turns();
  given.push('1', '2');
  await turn();
  return given;
}
