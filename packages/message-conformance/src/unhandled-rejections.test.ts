import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isLeftUnhandled } from './unhandled-rejections.js';

const reason = new Error('the watched one');
const other = new Error('another one');

it('leaves the process with the listeners that it had, in their order', async () => {
  const before = process.listeners('unhandledRejection');
  const own = [() => undefined, () => undefined];
  for (const listener of own) process.on('unhandledRejection', listener);
  await isLeftUnhandled(new Error('none'), () => undefined);
  const after = process.listeners('unhandledRejection');
  for (const listener of own) process.off('unhandledRejection', listener);
  expect(after).toEqual([...before, ...own]);
});

it('leaves the process with its listeners after an exception, which reaches the caller', async () => {
  const before = process.listeners('unhandledRejection');
  const throwing = () => {
    throw other;
  };
  await expect(isLeftUnhandled(reason, throwing)).rejects.toBe(other);
  expect(process.listeners('unhandledRejection')).toEqual(before);
});

describe('reports of a process', () => {
  const before = process.listeners('unhandledRejection');
  const received: unknown[][] = [];
  const listener = (...args: unknown[]) => void received.push(args);
  const promise = Promise.resolve();

  beforeEach(() => {
    process.removeAllListeners('unhandledRejection');
    received.length = 0;
  });
  afterEach(() => {
    process.removeAllListeners('unhandledRejection');
    for (const each of before) process.on('unhandledRejection', each);
  });

  it('are noticed for the reason, and hidden from other listeners', async () => {
    process.on('unhandledRejection', listener);
    const report = () => void process.emit('unhandledRejection', reason, promise);
    expect([await isLeftUnhandled(reason, report), received]).toEqual([true, []]);
  });

  it('for other reasons reach every listener that there was, with the promise', async () => {
    process.on('unhandledRejection', listener);
    process.on('unhandledRejection', listener);
    const report = () => void process.emit('unhandledRejection', other, promise);
    expect(await isLeftUnhandled(reason, report)).toBe(false);
    expect(received).toEqual([
      [other, promise],
      [other, promise],
    ]);
  });

  it('for other reasons are thrown if there is no listener, as the process would', async () => {
    const report = () => void process.emit('unhandledRejection', other, promise);
    await expect(isLeftUnhandled(reason, report)).rejects.toBe(other);
  });

  it('are noticed shortly after the call', async () => {
    const report = () => {
      void Promise.resolve().then(() => process.emit('unhandledRejection', reason, promise));
    };
    expect(await isLeftUnhandled(reason, report)).toBe(true);
  });
});

describe('reports of a global scope without a process', () => {
  const { process } = globalThis;
  const events = new EventTarget();
  const scope: Record<string, unknown> = globalThis;

  /** Dispatches a report. @returns whether its default action, logging the rejection, was prevented */
  function dispatch(of: unknown): boolean {
    const event = new Event('unhandledrejection', { cancelable: true });
    return !events.dispatchEvent(Object.assign(event, { reason: of }));
  }

  beforeEach(() => {
    scope['process'] = undefined;
    scope['addEventListener'] = events.addEventListener.bind(events);
    scope['removeEventListener'] = events.removeEventListener.bind(events);
  });
  afterEach(() => {
    scope['process'] = process;
    delete scope['addEventListener'];
    delete scope['removeEventListener'];
  });

  it('are noticed for the reason, and not logged', async () => {
    let isPrevented = false;
    const report = () => {
      isPrevented = dispatch(reason);
    };
    expect([await isLeftUnhandled(reason, report), isPrevented]).toEqual([true, true]);
  });

  it('for other reasons are logged as before', async () => {
    let isPrevented = true;
    const report = () => {
      isPrevented = dispatch(other);
    };
    expect([await isLeftUnhandled(reason, report), isPrevented]).toEqual([false, false]);
  });

  it('are logged after the watch', async () => {
    await isLeftUnhandled(reason, () => undefined);
    expect(dispatch(reason)).toBe(false);
  });

  it('are not noticed if the scope has no events', async () => {
    delete scope['addEventListener'];
    delete scope['removeEventListener'];
    expect(await isLeftUnhandled(reason, () => undefined)).toBe(false);
  });
});
