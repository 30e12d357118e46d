import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { memoryStore } from '@mortise/store';
import { createApp } from 'mortise';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { cookieSession, session, sessionOf } from './index.js';

const warnings = notedWarnings();

const layers = {
  session: () => session({ store: memoryStore() }),
  cookieSession: () => cookieSession({ keys: ['0123456789abcdef0123456789abcdef'] }),
};

describe.each(['session', 'cookieSession'] as const)('the Secure cookie of %s', (name) => {
  const visit = async (environment: string, ...urls: string[]) => {
    process.env['NODE_ENV'] = environment;
    const app = createApp();
    app.get('/', (request, response) => {
      sessionOf(request).set('a', 1);
      return response;
    });
    app.add(layers[name]());
    for (const url of urls) {
      const response = await app.handle(factories.createServerRequest('GET', url));
      expect(response.getHeaderLine('Set-Cookie')).toContain('__Host-session=');
    }
  };

  it('is reported once if browsers drop it, because the page is on http', async () => {
    await visit('development', 'http://192.0.2.2:3000/', 'http://shop.test/');
    expect(warnings).toEqual([
      {
        message:
          'browsers drop the session\'s cookie: it is Secure, and "192.0.2.2" is reached over http',
        type: 'MortiseWarning',
        code: 'SESSION_COOKIE_DROPPED',
        detail:
          'Use https. If a proxy terminates TLS, set the option trustProxy of serve. On your own machine, open the page at localhost.',
      },
    ]);
  });

  it('is not reported over https, on this machine, or in production', async () => {
    const local = ['localhost:3000', 'shop.localhost', '127.0.0.1:3000', '[::1]:3000'];
    await visit('development', 'https://shop.test/', ...local.map((host) => `http://${host}/`));
    await visit('production', 'http://shop.test/');
    expect(warnings).toEqual([]);
  });
});
