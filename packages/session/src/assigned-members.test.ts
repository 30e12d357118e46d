import { expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { createApp, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { cookieSession, session, sessionOf } from './index.js';

it.each([
  ['session', () => session({ store: memoryStore() })],
  ['cookieSession', () => cookieSession({ keys: ['k'.repeat(32)] })],
] as const)(
  '%s refuses a member that is assigned, which it would not store, and the error says what to write',
  async (_name, layer) => {
    const lines: string[] = [];
    const logger = { error: (line: string) => void lines.push(line), info: () => undefined };
    const app = createApp({ logger, layers: [layer()] });
    app.get('/', (request, response) => {
      Object.assign(sessionOf(request), { user: 'ada' });
      return text(response, 'stored');
    });
    const response = await inProcess(app).get('/');
    expect([response.getStatusCode(), response.getHeaderLine('Set-Cookie'), lines]).toEqual([
      500,
      '',
      [
        "500 TypeError: Cannot add property user, object is not extensible; instead of sessionOf(request), write sessionOf(request).set('name', value)",
      ],
    ]);
  },
);
