import { describe, expect, it } from '@jest/globals';
import type { AttributeKey } from '@mortise/http-message';
import { applied } from './operations.js';
import { RecordedSession } from './recorded-session.js';
import { dataOf } from './session-record.js';
import { CSRF_SECRET, type SessionInterface } from './session-interface.js';

const loaded = (data = {}) => new RecordedSession('id-1', () => applied(data));

describe('the session of a request', () => {
  it('is used by whatever reads or changes it, and not before', () => {
    const uses: ((session: SessionInterface) => unknown)[] = [
      (session) => session.id,
      (session) => session.get('a'),
      (session) => {
        session.set('a', 1);
      },
      (session) => {
        session.delete('a');
      },
      (session) => {
        session.destroy();
      },
      (session) => session.flash,
    ];
    for (const use of uses) {
      const session = loaded();
      expect(session.used).toBe(false);
      use(session);
      expect(session.used).toBe(true);
    }
  });

  it('reads what is stored when something needs it, once, and again after discard', () => {
    let reads = 0;
    const session = new RecordedSession('id-1', () => applied({ a: ++reads }));
    expect([session.id, session.used, reads]).toEqual(['id-1', true, 0]);
    expect([session.get('a'), session.get('a'), reads]).toEqual([1, 1, 1]);
    session.discard();
    expect([reads, session.get('a')]).toEqual([1, 2]);
  });

  it('is changed by operations, regenerate and destroy, not by reading', () => {
    const session = loaded({ a: 1 });
    expect([session.get('a'), session.id, session.flash.getMessages()]).toEqual([1, 'id-1', {}]);
    expect(session.changed).toBe(false);
    const changes: ((changed: RecordedSession) => void)[] = [
      (changed) => {
        changed.clear();
      },
      (changed) => {
        changed.regenerate();
      },
      (changed) => {
        changed.destroy();
      },
    ];
    for (const change of changes) {
      const changed = loaded();
      change(changed);
      expect(changed.changed).toBe(true);
    }
  });

  it('has no key that delete or clear removes', () => {
    const session = loaded({ a: 1, b: 2, c: 3 });
    session.delete('a');
    session.delete('b');
    expect([session.get('a'), session.get('b'), session.get('c')]).toEqual([
      undefined,
      undefined,
      3,
    ]);
    session.clear();
    expect(session.get('c')).toBeUndefined();
    const { mode, before } = session.commit();
    expect(mode).toBe('keep');
    expect(Object.keys(applied({ a: 1, b: 2, c: 3, d: 4 }, before))).toEqual([]);
    expect(Object.keys(applied({ a: 1, b: 2, c: 3, d: 4 }, before.slice(0, 2)))).toEqual([
      'c',
      'd',
    ]);
  });

  it('has no value under the names of Object.prototype until they are set', () => {
    for (const session of [loaded(), new RecordedSession(null, () => dataOf(null))]) {
      expect([session.get('constructor'), session.get('toString')]).toEqual([undefined, undefined]);
      session.set('constructor', 1);
      session.set('__proto__', 2);
      expect([session.get('constructor'), session.get('__proto__')]).toEqual([1, 2]);
    }
  });

  it('has messages under the names of Object.prototype', () => {
    const { flash } = loaded();
    flash.addMessageNow('constructor', 'a');
    flash.addMessageNow('__proto__', 'b');
    const messages = flash.getMessages();
    expect(Object.entries(messages)).toEqual([
      ['constructor', ['a']],
      ['__proto__', ['b']],
    ]);
    expect([flash.getFirstMessage('toString'), flash.getFirstMessage('toString', 'c')]).toEqual([
      undefined,
      'c',
    ]);
  });

  it('is closed for messages, update, delete, clear and regenerate too once it is stored', () => {
    const changes: ((session: SessionInterface) => void)[] = [
      ({ flash }) => {
        flash.addMessage('notice', 'x');
      },
      ({ flash }) => {
        flash.clearMessage('notice');
      },
      (session) => {
        session.update('a', () => 1);
      },
      (session) => {
        session.delete('a');
      },
      (session) => {
        session.clear();
      },
      (session) => {
        session.regenerate();
      },
    ];
    for (const change of changes) {
      const stored = [{ id: '1', key: 'notice', message: 'Saved' }];
      const session = loaded({ 'mortise.flash': stored });
      session.commit();
      expect(() => {
        change(session);
      }).toThrow(expect.objectContaining({ code: 'SESSION_COMMITTED' }));
    }
  });

  it('gives stored flash messages after the commit, and changes nothing', () => {
    const stored = [{ id: '1', key: 'notice', message: 'Saved' }];
    const session = loaded({ 'mortise.flash': stored });
    session.commit();
    expect(session.flash.getMessages()).toEqual({ notice: ['Saved'] });
    expect(session.flash.getMessage('notice')).toEqual(['Saved']);
    expect(session.flash.getFirstMessage('notice')).toBe('Saved');
    expect(session.changed).toBe(false);
  });

  it('refuses update whose function returns nothing, and keeps the value', () => {
    const session = loaded({ cart: [1] });
    const refused = expect.objectContaining({
      code: 'SESSION_VALUE_INVALID',
      message:
        'the function passed to update("cart", ...) returned undefined: return the new value, even if the function has changed its argument; to remove the value, write delete("cart")',
    });
    const CART: AttributeKey<number[]> = 'cart';
    expect(() => {
      // @ts-expect-error -- a function that returns nothing is also refused by its type
      session.update(CART, (cart) => {
        cart?.splice(0, 0);
      });
    }).toThrow(refused);
    expect([session.get(CART), session.changed]).toEqual([[1], false]);
  });

  it('refuses a result of update that JSON would lose, and does not store it', () => {
    const session = loaded();
    expect(() => {
      session.update<unknown>('a', () => new Date(0));
    }).toThrow(expect.objectContaining({ code: 'SESSION_VALUE_INVALID' }));
    expect(session.changed).toBe(false);
  });

  it('separates the changes before and after regenerate, which drops the CSRF secret', () => {
    const session = loaded({ [CSRF_SECRET]: 'x', a: 1 });
    session.set('b', 2);
    session.regenerate();
    session.set('c', 3);
    const { mode, before, after } = session.commit();
    expect(mode).toBe('renew');
    expect({ ...applied({ [CSRF_SECRET]: 'x' }, before) }).toEqual({ [CSRF_SECRET]: 'x', b: 2 });
    expect({ ...applied({ [CSRF_SECRET]: 'x' }, after) }).toEqual({ c: 3 });
  });

  it('has no id, no values and no earlier changes after destroy, which regenerate does not undo', () => {
    const session = loaded({ a: 1 });
    session.set('b', 2);
    session.flash.addMessage('notice', 'x');
    session.destroy();
    session.regenerate();
    expect([session.id, session.get('a'), session.get('b')]).toEqual([null, undefined, undefined]);
    expect(session.flash.getMessages()).toEqual({});
    const { mode, before, after } = session.commit();
    expect([mode, before]).toEqual(['end', []]);
    expect(Object.keys(applied({}, after))).toEqual([]);
  });

  it('stores what was set or computed, not what is done later to the object that get() returns', () => {
    const session = loaded();
    session.set('list', [1]);
    session.update<number[]>('other', () => [1]);
    for (const key of ['list', 'other']) session.get<number[]>(key)?.push(2);
    const { before } = session.commit();
    for (let time = 1; time <= 2; time++) {
      const stored = applied({}, before);
      expect({ ...stored }).toEqual({ list: [1], other: [1] });
      (stored['list'] as number[]).push(3);
    }
  });

  it('has the id under which it was stored', () => {
    const session = new RecordedSession(null, () => applied({}));
    session.stored('id-2');
    expect(session.id).toBe('id-2');
  });

  it('shows messages of this request after those of earlier ones, until they are cleared', () => {
    const { flash } = loaded();
    flash.addMessageNow('notice', 'one');
    flash.addMessageNow('notice', 'two');
    flash.addMessageNow('error', 'three');
    expect(flash.getMessage('notice')).toEqual(['one', 'two']);
    expect(flash.hasMessage('error')).toBe(true);
    flash.clearMessage('notice');
    expect([flash.hasMessage('notice'), flash.hasMessage('error')]).toEqual([false, true]);
    flash.clearMessages();
    expect(flash.getMessages()).toEqual({});
  });

  it('stores nothing for messages of this request, even when they are read', () => {
    const session = loaded();
    session.flash.addMessageNow('notice', 'one');
    session.flash.getMessage('notice');
    session.flash.clearMessages();
    expect(session.changed).toBe(false);
  });

  it('has no list of messages any longer when all of them were read', () => {
    const session = loaded();
    session.flash.addMessage('notice', 'one');
    const stored = applied({}, session.commit().before);
    const next = loaded(stored);
    next.flash.getMessages();
    expect(Object.keys(applied(stored, next.commit().before))).toEqual([]);
  });

  it('has the messages that an earlier version stored', () => {
    const stored = { 'mortise.flash': [{ id: '1', key: 'notice', message: 'Saved' }] };
    expect(loaded(stored).flash.getMessage('notice')).toEqual(['Saved']);
  });

  it('has no messages in the place of values of another kind', () => {
    expect(loaded({ 'mortise.flash': 'x' }).flash.getMessages()).toEqual({});
  });
});
