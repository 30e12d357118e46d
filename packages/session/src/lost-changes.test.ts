import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { createApp, json } from 'mortise';
import { overSocket } from 'mortise/testing';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { cookieSession, session, type SessionInterface, sessionOf } from './index.js';

const warnings = notedWarnings();

interface Cart {
  n: number;
  items?: unknown[];
  self?: unknown;
}

const layers = {
  session: () => session({ store: memoryStore(), cookie: { secure: false } }),
  cookieSession: () => cookieSession({ keys: ['k'.repeat(32)], cookie: { secure: false } }),
};
const cart = (own: SessionInterface) => own.get<Cart>('cart') as Cart;

const LOST: Record<string, (own: SessionInterface) => void> = {
  'a member that is assigned': (own) => cart(own).n++,
  'an item that is added': (own) => cart(own).items?.push(2),
  'a member that is deleted': (own) => delete cart(own).items,
  'a member that JSON cannot represent': (own) => (cart(own).self = cart(own)),
  'a change after set': (own) => {
    own.set('cart', { n: 5, items: [1] });
    cart(own).n++;
  },
  'a change of an object that was read twice': (own) => {
    cart(own).n++;
    cart(own);
  },
};
const KEPT: Record<string, (own: SessionInterface) => void> = {
  'a value that is only read': (own) => void cart(own),
  'a text': (own) => void own.get<string>('name')?.toUpperCase(),
  'an absent value': (own) => void own.get('absent'),
  'a change that is set': (own) => {
    const value = cart(own);
    value.n++;
    own.set('cart', value);
  },
  'a change in update': (own) => {
    cart(own);
    own.update<Cart>('cart', (value) => {
      if (value === undefined) return { n: 0 };
      value.n++;
      return value;
    });
  },
  'a value that is deleted': (own) => {
    cart(own).n++;
    own.delete('cart');
  },
  'a session that ends': (own) => {
    cart(own).n++;
    own.destroy();
  },
  'a handler that throws before it sets the value': (own) => {
    cart(own).n++;
    throw new Error('too many');
  },
};

describe.each(['session', 'cookieSession'] as const)('a value from %s, over a socket,', (name) => {
  const logger = { error: () => undefined, info: () => undefined };

  /** Stores a cart, changes it in a second request, and returns it as a third one sees it. */
  const after = async (change: (own: SessionInterface) => void, development = true) => {
    const app = createApp({ development, logger, layers: [layers[name]()] });
    app.post('/', (request, response) => {
      sessionOf(request).set('cart', { n: 1, items: [1] });
      sessionOf(request).set('name', 'ada');
      return response;
    });
    app.put('/', (request, response) => {
      change(sessionOf(request));
      return response;
    });
    app.get('/', (request, response) => json(response, sessionOf(request).get('cart') ?? null));
    const client = overSocket(app);
    let headers = {};
    for (const method of ['POST', 'PUT', 'PUT']) {
      const response = await client.request(method, '/', { headers });
      const [Cookie = ''] = response.getHeaderLine('Set-Cookie').split(';');
      if (Cookie !== '') headers = { Cookie };
    }
    const response = await client.get('/', { headers });
    await client.close();
    return response.getBody().text();
  };

  it.each(Object.keys(LOST))('is reported once for %s', async (what) => {
    const kept = await after(LOST[what] as (own: SessionInterface) => void);
    expect(kept).toBe(`{"n":${what === 'a change after set' ? 5 : 1},"items":[1]}`);
    expect(warnings).toEqual([
      {
        message:
          'the session value "cart" was changed, but not set: the change ends with the request',
        type: 'MortiseWarning',
        code: 'SESSION_CHANGE_LOST',
        detail:
          "After the change, write sessionOf(request).set('key', value), or change it in sessionOf(request).update('key', change).",
      },
    ]);
  });

  it.each(Object.keys(KEPT))('is not reported for %s', async (what) => {
    await after(KEPT[what] as (own: SessionInterface) => void);
    expect(warnings).toEqual([]);
  });

  it('is not reported without development', async () => {
    expect(await after((own) => cart(own).n++, false)).toBe('{"n":1,"items":[1]}');
    expect(warnings).toEqual([]);
  });
});
