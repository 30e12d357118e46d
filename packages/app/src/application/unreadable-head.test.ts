import { expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createApp } from '../index.js';

it.each(implementations)(
  'an error of the headers, which no error page can be rendered for, leaves handle, with %s',
  async (_, factories) => {
    const failure = Object.assign(new Error('too large'), { status: 431 });
    const request = factories.createServerRequestFromSource({
      ...{ method: 'GET', target: '/missing', protocolVersion: '1.1', scheme: 'http' },
      ...{ host: 'a.test', remoteAddress: null, remotePort: null },
      ...{ localAddress: null, localPort: null, body: null },
      get rawHeaders(): readonly string[] {
        throw failure;
      },
    });
    const logger = { error: () => undefined, info: () => undefined };
    const app = createApp({ factories, logger });
    await expect((async () => app.handle(request))()).rejects.toBe(failure);
  },
);
