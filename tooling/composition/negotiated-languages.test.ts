/** A page in the language of the client: every response says that it depends on it, the refusal too. */
import { describe, expect, it } from '@jest/globals';
import { addVary, negotiateLanguage } from '@mortise/http-syntax';
import { createApp, httpError, text } from 'mortise';
import { nodeImplementations } from '../testing/implementations.js';
import { adapters } from './adapters.js';

const GREETINGS = new Map([
  ['en', 'hello'],
  ['ja', 'konnichiwa'],
]);

const ways = adapters.flatMap(([adapter, send]) =>
  nodeImplementations.map(([name, factories]) => [`${adapter}, ${name}`, send, factories] as const),
);

describe.each(ways)('over %s', (_name, send, factories) => {
  const app = createApp({ factories, errors: { format: 'problem' } });
  app.get('/', (request, response) => {
    const accepted = request.getHeaderLine('Accept-Language');
    const language = negotiateLanguage(accepted, [...GREETINGS.keys()]);
    const Vary = addVary(response.getHeaderLine('Vary'), 'Accept-Language');
    if (language === null) {
      throw httpError(406, 'Pages are in English and Japanese.', { headers: { Vary } });
    }
    return text(response.withHeader('Vary', Vary), GREETINGS.get(language) ?? '');
  });

  it.each([
    ['ja-JP', 200, 'konnichiwa'],
    ['fr, *;q=0.1', 200, 'hello'],
    ['', 200, 'hello'],
    ['fr', 406, 'Pages are in English and Japanese.'],
    ['en;q=0, ja;q=0', 406, 'Pages are in English and Japanese.'],
  ])('a client that accepts %j gets %i, and a response that varies', async (accepted, ...sent) => {
    const [status, content] = sent;
    const headers = { Accept: 'application/json', 'Accept-Language': accepted };
    const answer = await send(app, { method: 'GET', path: '/', headers });
    expect(answer.status).toBe(status);
    expect(answer.body.toString()).toContain(content);
    expect(answer.headers['vary']?.split(/, */)).toContain('Accept-Language');
  });
});
