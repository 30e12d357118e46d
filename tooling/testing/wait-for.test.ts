import { describe, expect, it } from '@jest/globals';
import { waitFor, waitForEvent } from './wait-for.js';

const never = new Promise<never>(() => undefined);

describe('a test that waits for something that never happens', () => {
  it('fails with the condition that does not hold', async () => {
    const lifetimes: unknown[] = [];
    await expect(waitFor(() => lifetimes.length === 1, 20)).rejects.toThrow(
      'still not true after 20 ms: lifetimes.length === 1',
    );
  });

  it('does not wait as long for a condition that did not hold before', async () => {
    const closed = () => false;
    await expect(waitFor(closed, 250)).rejects.toThrow('still not true after 250 ms');
    await expect(waitFor(closed, 5000)).rejects.toThrow('still not true after 200 ms');
    await expect(waitFor(closed, 20)).rejects.toThrow('still not true after 20 ms');
  });

  it('does not wait as long for an event of the same name', async () => {
    await expect(waitForEvent('the end', never, 250)).rejects.toThrow('after 250 ms');
    await expect(waitForEvent('the end', never, 5000)).rejects.toThrow('after 200 ms');
    expect(await waitForEvent('the end', Promise.resolve(1))).toBe(1);
    await expect(waitForEvent('the end', never, 5000)).rejects.toThrow('after 200 ms');
  });

  it('fails with the name of the event', async () => {
    await expect(waitForEvent('the server to close', never, 20)).rejects.toThrow(
      'still waiting for the server to close after 20 ms',
    );
  });
});

describe('a test that waits for something that happens', () => {
  it('gets the value of the event, or its error', async () => {
    expect(await waitForEvent('a value', Promise.resolve(1))).toBe(1);
    await expect(waitForEvent('a value', Promise.reject(new Error('x')))).rejects.toThrow('x');
  });
});
