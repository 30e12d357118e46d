import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { createApp } from '../index.js';
import { waitForEvent } from '../../../../tooling/testing/wait-for.js';

describe('app.close()', () => {
  it('runs the hooks once, the last registered first, each after the one before', async () => {
    const app = createApp({ factories });
    const ran: string[] = [];
    app.onClose(() => void ran.push('first registered'));
    app.onClose(async () => {
      ran.push('begins');
      await Promise.resolve();
      ran.push('ends');
    });
    expect(app.close()).toBe(app.close());
    await app.close();
    expect(ran).toEqual(['begins', 'ends', 'first registered']);
  });

  it('runs all hooks when some fail, and rejects with all failures', async () => {
    const app = createApp({ factories });
    const ran: string[] = [];
    app.onClose(() => Promise.reject(new Error('rejected')));
    app.onClose(() => void ran.push('between'));
    app.onClose(() => {
      throw new Error('thrown');
    });
    const failure: unknown = await app.close().catch((error: unknown) => error);
    expect((failure as AggregateError).errors.map(String)).toEqual([
      'Error: thrown',
      'Error: rejected',
    ]);
    expect(ran).toEqual(['between']);
  });

  it('runs a hook that another hook registers', async () => {
    const app = createApp({ factories });
    const ran: string[] = [];
    app.onClose(() => void ran.push('last'));
    app.onClose(() => void app.onClose(() => void ran.push('next')));
    await app.close();
    expect(ran).toEqual(['next', 'last']);
  });

  it('runs a hook that is registered after close immediately, and logs its rejection', async () => {
    const failure = new Error('late');
    const logged = new Promise<unknown>((resolve) => {
      const logger = {
        error: (_message: string, context: { exception?: unknown } = {}) => {
          resolve(context.exception);
        },
        info: () => undefined,
      };
      const app = createApp({ factories, logger });
      void app.close().then(() => app.onClose(() => Promise.reject(failure)));
    });
    expect(await waitForEvent('the log line', logged)).toBe(failure);
  });

  it('does not stop the application', async () => {
    const app = createApp({ factories });
    app.get('/', (_request, response) => response);
    await app.close();
    const response = await app.handle(factories.createServerRequest('GET', '/'));
    expect(response.getStatusCode()).toBe(200);
  });
});
