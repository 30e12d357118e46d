import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { factories } from '@mortise/message';
import { HttpClient } from './index.js';

describe('options', () => {
  it.each<[string, object]>([
    ['factories', { factories: {} }],
    ['timeout', { timeout: 0 }],
    ['headersTimeout', { headersTimeout: '1s' }],
    ['connectTimeout', { connectTimeout: 0 }],
    ['connections', { connections: 0 }],
    ['maxBytes', { maxBytes: 0 }],
    ['dispatcher', { dispatcher: {} }],
    ['retries', { retries: 2 }],
    ['retry', { retry: true }],
    ['retry.times', { retry: { times: 2 } }],
    ['retry.attempts', { retry: { attempts: 11 } }],
    ['retry.methods', { retry: { methods: 'GET' } }],
    ['retry.methods[1]', { retry: { methods: ['GET', 7] } }],
    ['retry.statuses', { retry: { statuses: 503 } }],
    ['retry.statuses[0]', { retry: { statuses: ['503'] } }],
    ['retry.base', { retry: { base: -1 } }],
    ['retry.max', { retry: { max: -1 } }],
    ['retry.maxRetryAfter', { retry: { maxRetryAfter: -1 } }],
    ['retry.random', { retry: { random: 1 } }],
    ['retry.now', { retry: { now: 1 } }],
  ])('refuse a wrong %s', (option, given) => {
    const create = () => new HttpClient({ factories, ...given });
    expect(create).toThrow(OptionError);
    expect(create).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `HttpClient.${option}` }),
    );
  });

  it('refuse wrong options of a call', async () => {
    const client = new HttpClient({ factories });
    const request = factories.createRequest('GET', 'http://a.example/');
    const wrong = { timeout: { timeout: 0 }, signal: { signal: {} }, timout: { timout: 5 } };
    for (const [option, options] of Object.entries(wrong)) {
      await expect(client.sendRequest(request, options as never)).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        option: `sendRequest.${option}`,
      });
    }
    await client.close();
  });

  it('refuse a signal in the place of the options, and an address in that of the request', async () => {
    const client = new HttpClient({ factories });
    const request = factories.createRequest('GET', 'http://a.example/');
    const calls: [unknown, unknown, string][] = [
      [request, new AbortController().signal, 'sendRequest'],
      ...['http://a.example/', new URL('http://a.example/'), null].map(
        (wrong): [unknown, unknown, string] => [wrong, {}, 'sendRequest.request'],
      ),
    ];
    for (const [given, options, option] of calls) {
      const call = client.sendRequest(given as never, options as never);
      await expect(call).rejects.toMatchObject({ code: 'OPTION_INVALID', option });
    }
    await client.close();
  });
});
