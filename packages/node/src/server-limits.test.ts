import { afterEach, describe, expect, it } from '@jest/globals';
import { ask, client, closeClients } from '../test/http2-client.js';
import { answer, closeServers, serving } from '../test/serving.js';
import { lastGet, talk } from '../test/wire.js';
import { defaultLimits, limitsWith } from './server-limits.js';

afterEach(() => {
  closeClients();
  return closeServers();
});

const hello = () => answer('hello');

describe('the limits of a server', () => {
  it('are these by default', () => {
    expect(limitsWith()).toEqual({
      headerCount: 200,
      headerBytes: 16_384,
      targetLength: 8_192,
      bodyInMemory: 33_554_432,
      headersTimeout: 10_000,
      requestTimeout: 300_000,
      bodyTimeout: 60_000,
      bodyIdleTimeout: 15_000,
      bodyMinRate: 1_024,
      bodyMinRateAfter: 20_000,
      handlerTimeout: 30_000,
      writeTimeout: 60_000,
      keepAliveTimeout: 5_000,
      requestsPerSocket: 1_000,
      pipelinedRequests: 16,
      unsentBytes: 1_048_576,
      streamsPerConnection: 100,
      streamResets: 200,
      streamErrors: 10,
      connections: 10_000,
      checkInterval: 1_000,
    });
  });

  it.each([
    [{ requestTimeout: 80 }, [80, 80]],
    [{ headersTimeout: 400_000 }, [400_000, 400_000]],
    [{ headersTimeout: 80 }, [80, 300_000]],
  ])('adapt a default that would conflict with a given limit: %j', (given, times) => {
    const { headersTimeout, requestTimeout } = limitsWith(given);
    expect([headersTimeout, requestTimeout]).toEqual(times);
  });

  it.each(['bodyInMemroy', 'toString'])(
    'refuse the unknown name %s, and name the nearest or all',
    (name) => {
      expect(() => limitsWith({ [name]: 1 })).toThrow(
        expect.objectContaining({
          code: 'OPTION_INVALID',
          message: expect.stringMatching(
            new RegExp(
              `^unknown option limits\\.${name}; expected (limits.bodyInMemory|one of headerCount, .*, checkInterval)$`,
            ),
          ) as unknown,
        }),
      );
    },
  );

  it.each(Object.keys(defaultLimits))('say the unit of %s, if it has one', (name) => {
    const unit = /Timeout$|Interval$|After$/.test(name)
      ? ', in milliseconds'
      : name === 'bodyMinRate'
        ? ', in bytes per second'
        : /Bytes$|InMemory$/.test(name)
          ? ', in bytes'
          : '';
    expect(() => limitsWith({ [name]: '30s' })).toThrow(
      expect.objectContaining({
        message: `invalid limits.${name}: received "30s"; expected an integer of at least 0${unit}`,
      }),
    );
  });

  it('name the two times that conflict', () => {
    const given = { headersTimeout: 2_000, requestTimeout: 1_000 };
    expect(() => limitsWith(given)).toThrow(
      'invalid limits.headersTimeout: received 2000; expected at most limits.requestTimeout, 1000',
    );
  });

  it.each([{ requestTimeout: 60 }, { headersTimeout: 0 }, { requestTimeout: 0 }])(
    'respond with 408 to a header that does not arrive in time: %j',
    async (limits) => {
      const { port } = await serving(hello, { limits: { ...limits, checkInterval: 20 } });
      expect(await talk(port, 'GET / HTTP/1.1\r\nHost: a\r\n')).toMatch(/^HTTP\/1\.1 408 /);
    },
  );

  it.each(['checkInterval', 'bodyIdleTimeout', 'writeTimeout', 'keepAliveTimeout'] as const)(
    'have a %s of at least 1 ms, and at most the longest time of a timer',
    (name) => {
      expect([0, 1, 2 ** 40].map((ms) => limitsWith({ [name]: ms })[name])).toEqual([
        1,
        1,
        2 ** 31 - 1,
      ]);
    },
  );

  it('treat 0 as a limit of 0, for connections and bytes', async () => {
    const closed = await serving(hello, { limits: { connections: 0 } });
    expect(await talk(closed.port, lastGet())).toBe('');
    const { port } = await serving(hello, { limits: { headerBytes: 0 } });
    expect(await talk(port, lastGet())).toMatch(/^HTTP\/1\.1 4[13][14] /);
  });

  it('accept a time longer than any timer', async () => {
    const limits = { writeTimeout: 2 ** 40, handlerTimeout: 2 ** 40, checkInterval: 2 ** 40 };
    const { url } = await serving(() => answer('x'.repeat(1_000_000)), { http2: true, limits });
    expect((await ask(client(url))).body).toHaveLength(1_000_000);
  });
});
