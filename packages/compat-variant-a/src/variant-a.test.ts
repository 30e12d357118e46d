import { describe, expect, it } from '@jest/globals';
import { createApp } from '@mortise/app';
import { implementations } from '../test/implementations.js';
import { variantA } from './index.js';

const logger = { error: () => undefined, info: () => undefined };

describe.each(implementations)('variantA in an application over %s', (_name, factories) => {
  const request = factories.createServerRequest('GET', '/');

  it('needs no container and no settings', async () => {
    const app = createApp({ factories, logger, variant: variantA() });
    app.get('/', function (_request, response) {
      return response.write(String(this.has('errorHandler')));
    });
    expect(await (await app.handle(request)).getBody().text()).toBe('false');
  });

  it('responds to errors without a container, and shows their details only if configured', async () => {
    const shown: boolean[] = [];
    for (const settings of [undefined, {}, { displayErrorDetails: true }]) {
      const variant = variantA(settings && { settings });
      const app = createApp({ factories, logger, variant });
      app.get('/', () => {
        throw new Error('broken');
      });
      const response = await app.handle(request);
      expect(response.getStatusCode()).toBe(500);
      shown.push((await response.getBody().text()).includes('broken'));
    }
    expect(shown).toEqual([false, false, true]);
  });
});
