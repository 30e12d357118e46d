import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { memoryStore } from '@mortise/store';
import { cookieSession, session } from '../src/index.js';
import { sessionApp } from './session-app.js';
import { spying } from './spying.js';
import { visitor } from './visitor.js';

const TOKEN = 'A'.repeat(32);

describe('the cookie of a session', () => {
  it.each([
    ['too short', TOKEN.slice(1)],
    ['too long', `${TOKEN}A`],
    ['16 KiB', 'A'.repeat(16_384)],
    ['a line break', `${TOKEN}%0a`],
    ['NUL', `${TOKEN.slice(1)}%00`],
    ['another alphabet', `${TOKEN.slice(1)}+`],
    ['a path', '../../../../etc/passwd/aaaaaaaaa'],
    ['a key of the store', 'session:AAAAAAAAAAAAAAAAAAAAAAAA'],
    ['empty', ''],
  ])('that is %s never reaches the store', async (_, token) => {
    const calls: string[] = [];
    const store = spying(memoryStore(), (method) => calls.push(method));
    const app = sessionApp(factories, session({ store }));
    const response = await visitor(app, `__Host-session=${token}`).get('/count');
    expect([response.getStatusCode(), calls]).toEqual([200, []]);
  });

  it('that the store does not know is not adopted', async () => {
    const client = visitor(
      sessionApp(factories, session({ store: memoryStore() })),
      `__Host-session=${TOKEN}`,
    );
    await client.get('/add');
    expect(client.cookie).toMatch(/^__Host-session=[\w-]{32}$/);
    expect(client.cookie).not.toContain(TOKEN);
  });

  it('of a cookieSession that is not encrypted starts a new session', async () => {
    const app = sessionApp(factories, cookieSession({ keys: ['k'.repeat(32)] }));
    for (const value of ['', 'A', 'A'.repeat(16_384), '%00', 'eyJpZCI6IjEifQ', '{"id":1}']) {
      const response = await visitor(app, `__Host-session=${value}`).get('/count');
      expect([response.getStatusCode(), await response.getBody().text()]).toEqual([200, '0']);
    }
  });
});
