import { describe, expect, it } from '@jest/globals';
import { redisStore, type SendCommand } from '../src/index.js';

/** Records the commands of a store, and replies to each with the same. */
function recording(reply: unknown): {
  readonly send: SendCommand;
  readonly commands: (readonly (string | Uint8Array)[])[];
} {
  const commands: (readonly (string | Uint8Array)[])[] = [];
  const send: SendCommand = (args) => {
    commands.push(args);
    return Promise.resolve(reply);
  };
  return { send, commands };
}

describe('an option of redisStore', () => {
  it.each([
    { timeout: 1 },
    { timeout: 2 ** 31 - 1 },
    { maxBytes: 0 },
    { prefix: '' },
    { prefix: 'x'.repeat(128) },
  ])('has the bound %j', (options) => {
    expect(() => redisStore(recording(null).send, options)).not.toThrow();
  });

  it('follows the function that sends, which is checked too', () => {
    expect(() => redisStore('localhost' as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'redisStore.send' }),
    );
  });

  it('has a bound: no timer can wait for 2 ** 31 ms', () => {
    expect(() => redisStore(recording(null).send, { timeout: 2 ** 31 })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'redisStore.timeout' }),
    );
  });

  it('defaults to the prefix mortise:, followed by v: for values and c: for counters', async () => {
    const { send, commands } = recording([1, 1]);
    const store = redisStore(send);
    await store.delete('a');
    await store.increment('a', 1, 1_000);
    expect(commands[0]).toEqual(['DEL', 'mortise:v:a']);
    expect(commands[1]?.slice(2)).toEqual(['1', 'mortise:c:a', '1', '1000']);
  });

  it('defaults to values of 1 MiB', async () => {
    const store = redisStore(recording(null).send);
    await expect(store.set('a', new Uint8Array(1_048_576), 1_000)).resolves.toHaveLength(12);
    await expect(store.set('a', new Uint8Array(1_048_577), 1_000)).rejects.toMatchObject({
      code: 'STORE_VALUE_TOO_LARGE',
    });
  });

  it('defaults to a timeout of 1,000 ms', async () => {
    const store = redisStore(() => new Promise(() => undefined));
    await expect(store.get('a')).rejects.toThrow('the store did not respond within 1000 ms');
  });

  it('decides the timeout that the error names', async () => {
    const store = redisStore(() => new Promise(() => undefined), { timeout: 7 });
    await expect(store.get('a')).rejects.toThrow('the store did not respond within 7 ms');
  });
});

describe('a reply to redisStore', () => {
  it('that is shorter than a version is unexpected', async () => {
    const store = redisStore(recording(new Uint8Array(11)).send);
    await expect(store.get('a')).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('unexpected reply'),
    });
  });

  it('that has only a version is an empty value', async () => {
    const store = redisStore(recording(new TextEncoder().encode('abcdefghijkl')).send);
    expect(await store.get('a')).toEqual({ version: 'abcdefghijkl', value: new Uint8Array(0) });
  });

  it.each([[null], ['1'], [[]], [[1]], [['x', 1]], [[1.5, 1]], [[1, 'x']]])(
    'to increment is unexpected: %j',
    async (reply) => {
      const store = redisStore(recording(reply).send);
      await expect(store.increment('a', 1, 1_000)).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: expect.stringContaining('unexpected reply'),
      });
    },
  );

  it('can have integers as text', async () => {
    const store = redisStore(recording(['3', '900']).send);
    expect(await store.increment('a', 1, 1_000)).toEqual({ value: 3, expiresIn: 900 });
    expect(await redisStore(recording('1').send).delete('a')).toBe(true);
    expect(await redisStore(recording('1').send).touch('a', 1_000)).toBe(true);
  });

  it('that is an error is the cause of the rejection, and only NOSCRIPT sends the script', async () => {
    const sent: unknown[] = [];
    const error = new Error('OOM: NOSCRIPT is not the reason');
    const store = redisStore(([command]) => {
      sent.push(command);
      return Promise.reject(error);
    });
    await expect(store.increment('a', 1, 1_000)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      cause: error,
    });
    expect(sent).toEqual(['EVALSHA']);
  });
});
