import { describe, expect, it } from '@jest/globals';
import { cancelSource } from './cancel-source.js';

type Source = Parameters<typeof cancelSource>[0];

const failing = {
  throws: () => {
    throw new Error('It cannot be cancelled.');
  },
  rejects: () => Promise.reject(new Error('It cannot be cancelled.')),
};

/** A source with some members, and the calls that it receives. */
function sourceWith(...members: readonly ('destroy' | 'cancel')[]) {
  const calls: string[] = [];
  const iterator = {
    next: () => Promise.resolve({ done: true, value: undefined }),
    return: () => {
      calls.push('return');
      return Promise.resolve({ done: true, value: undefined });
    },
  } as AsyncIterator<Uint8Array>;
  const source: Record<PropertyKey, unknown> = {
    [Symbol.asyncIterator]: () => {
      calls.push('begin');
      return iterator;
    },
  };
  for (const member of members) source[member] = () => void calls.push(member);
  return { source: source as unknown as Source, iterator, calls };
}

describe('cancelSource', () => {
  it.each<[what: string, members: ('destroy' | 'cancel')[], isRead: boolean, calls: string[]]>([
    ['destroys a source that can be destroyed', ['destroy', 'cancel'], false, ['destroy']],
    ['destroys it while it is read', ['destroy', 'cancel'], true, ['destroy']],
    ['cancels an unread source', ['cancel'], false, ['cancel']],
    ['ends the iteration of one that is read, which is locked', ['cancel'], true, ['return']],
    ['begins and ends an iteration of any other', [], false, ['begin', 'return']],
    ['ends the iteration of any other that is read', [], true, ['return']],
  ])('%s', (_, members, isRead, expected) => {
    const { source, iterator, calls } = sourceWith(...members);
    cancelSource(source, isRead ? iterator : null);
    expect(calls).toEqual(expected);
  });

  it('accepts an iterator without return', () => {
    const { source, iterator } = sourceWith();
    cancelSource(source, { next: () => iterator.next() });
  });

  it.each(Object.entries(failing))('ignores what fails: %s', async (_, fail) => {
    const { source, iterator } = sourceWith();
    // Jest fails a test during which a rejection is left unhandled.
    cancelSource(Object.assign(sourceWith().source, { cancel: fail }), null);
    cancelSource(source, { ...iterator, return: fail });
    cancelSource({ [Symbol.asyncIterator]: failing.throws }, null);
    cancelSource(Object.assign(sourceWith().source, { destroy: failing.throws }), null);
    await new Promise((resolve) => setTimeout(resolve, 1));
  });
});
