import { describe, expect, it } from '@jest/globals';
import { RequestLifetime } from './lifetime.js';

describe('RequestLifetime', () => {
  it('runs the cleanups once, the last registered first, each after the one before', async () => {
    const { lifetime, ran, cleanup } = recorded();
    lifetime.onEnd(cleanup('first'));
    lifetime.onEnd(async () => {
      ran.push('second begins');
      await Promise.resolve();
      ran.push('second ends');
    });
    await lifetime.end();
    await lifetime.end();
    await lifetime.abort('late');
    expect(ran).toEqual(['second begins', 'second ends', 'first']);
  });

  it('ends without a promise when no cleanup waits', () => {
    const { lifetime, ran, cleanup } = recorded();
    lifetime.onEnd(cleanup('only'));
    expect(lifetime.end()).toBeUndefined();
    expect(ran).toEqual(['only']);
    expect(new RequestLifetime().end()).toBeUndefined();
  });

  it('runs the others when some fail, and reports all failures together', async () => {
    const { lifetime, ran, cleanup } = recorded();
    lifetime.onEnd(() => Promise.reject(new Error('late')));
    lifetime.onEnd(cleanup('between'));
    lifetime.onEnd(() => {
      throw new Error('early');
    });
    const failure = await Promise.resolve(lifetime.end()).catch((error: unknown) => error);
    expect((failure as AggregateError).errors.map(String)).toEqual(['Error: early', 'Error: late']);
    expect(ran).toEqual(['between']);
  });

  it('throws the failures when no cleanup waits', () => {
    const lifetime = new RequestLifetime();
    lifetime.onEnd(() => {
      throw new Error('early');
    });
    expect(() => lifetime.end()).toThrow(AggregateError);
  });

  it('does not fire its signal after success', () => {
    const lifetime = new RequestLifetime();
    const { signal } = lifetime;
    lifetime.end();
    expect([signal.aborted, lifetime.signal.aborted, lifetime.ended]).toEqual([false, false, true]);
  });

  it.each(['before', 'after'])('fires a signal that was read %s the abort', (when) => {
    const lifetime = new RequestLifetime();
    const early = when === 'before' ? lifetime.signal : null;
    lifetime.abort('gone');
    const signal = early ?? lifetime.signal;
    expect([signal.aborted, signal.reason]).toEqual([true, 'gone']);
    expect(lifetime.signal).toBe(signal);
  });

  it('fires the signal before the cleanups run, when it has ended', () => {
    const { lifetime, ran, cleanup } = recorded();
    lifetime.onEnd(cleanup('cleanup'));
    lifetime.signal.addEventListener('abort', () => {
      ran.push(`signal ${String(lifetime.ended)}`);
      lifetime.onEnd(cleanup('from the listener'));
    });
    lifetime.abort('gone');
    expect(ran).toEqual(['signal true', 'from the listener', 'cleanup']);
  });

  it('determines how it ended once, and only for a cleanup that receives it', () => {
    const reads: string[] = [];
    const how = new Proxy(
      { status: 200, bytes: 5, error: null, time: 7 },
      {
        get: (facts, name) => (reads.push(String(name)), Reflect.get(facts, name) as unknown),
      },
    );
    const { lifetime } = recorded();
    lifetime.end(how);
    expect(reads).toEqual([]);
    const ends: unknown[] = [];
    lifetime.onEnd((end) => void ends.push(end));
    lifetime.onEnd((end) => void ends.push(end));
    expect(reads).toEqual(['status', 'bytes', 'error', 'time']);
    expect(ends).toEqual([how, how]);
  });

  it('runs a cleanup that another cleanup registers', async () => {
    const { lifetime, ran, cleanup } = recorded();
    lifetime.onEnd(cleanup('first'));
    lifetime.onEnd(async () => {
      await Promise.resolve();
      lifetime.onEnd(cleanup('added'));
    });
    await lifetime.end();
    expect(ran).toEqual(['added', 'first']);
  });

  it('runs a cleanup immediately after the end, without an unhandled rejection', async () => {
    const { lifetime, ran, cleanup } = recorded();
    lifetime.end();
    lifetime.onEnd(cleanup('late'));
    expect(ran).toEqual(['late']);
    lifetime.onEnd(() => Promise.reject(new Error('unheard')));
    await Promise.resolve();
  });
});

function recorded(): {
  lifetime: RequestLifetime;
  ran: string[];
  cleanup: (name: string) => () => void;
} {
  const ran: string[] = [];
  const cleanup = (name: string) => () => {
    ran.push(name);
  };
  return { lifetime: new RequestLifetime(), ran, cleanup };
}
