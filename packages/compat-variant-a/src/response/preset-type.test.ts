import { describe, expect, it } from '@jest/globals';
import { createApp as createAppB, html, json, ndjson, text } from '@mortise/app';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createApp, doublePass, type VariantA } from '../index.js';

describe.each(implementations)('a response that a callback receives over %s', (_, factories) => {
  /** The type of the response that a callback of an application returns. */
  async function typeOf(callback: VariantA['callback']): Promise<string> {
    const app = createApp({ factories });
    app.get('/', callback);
    return typeAt(app);
  }

  async function typeAt(app: { handle: ReturnType<typeof createApp>['handle'] }): Promise<string> {
    const request = factories.createServerRequest('GET', 'http://a.test/');
    return (await app.handle(request)).getHeaderLine('Content-Type');
  }

  it.each<[string, VariantA['callback'], string]>([
    ['text', (_q, r) => text(r, '<script>'), 'text/plain; charset=utf-8'],
    ['json', (_q, r) => json(r, '<script>'), 'application/json'],
    ['html', (_q, r) => html(r, '<p>'), 'text/html; charset=utf-8'],
    ['ndjson', (q, r) => ndjson(q, r, ['<script>']), 'application/x-ndjson'],
    ['text of a changed copy', (_q, r) => text(late(r), '<script>'), 'text/plain; charset=utf-8'],
  ])('gets the type of what %s writes, instead of the one that it begins with', async (...row) => {
    const [, callback, type] = row;
    expect(await typeOf(callback)).toBe(type);
  });

  it('is HTML if nothing sets a type, as in Slim 3', async () => {
    expect(await typeOf((_q, r) => r.write('<p>'))).toBe('text/html; charset=UTF-8');
    expect(await typeOf((_q, r) => late(r))).toBe('text/html; charset=UTF-8');
  });

  it('keeps a type that the program has chosen', async () => {
    const csv = (r: ResponseInterface) => text(r, 'a,b');
    expect(await typeOf((_q, r) => csv(r.withHeader('content-type', 'text/csv')))).toBe('text/csv');
    const added = await typeOf((_q, r) =>
      csv(r.withoutHeader('Content-Type').withAddedHeader('Content-Type', 'text/csv')),
    );
    expect(added).toBe('text/csv');
    const html = 'text/html; charset=UTF-8';
    expect(await typeOf((_q, r) => csv(r.withHeader('Content-Type', html)))).toBe(html);
  });

  it('gets it in middleware that doublePass converts, too', async () => {
    const app = createAppB({ factories });
    app.add(doublePass((_q, r) => text(r, '<script>'), { factories }));
    expect(await typeAt(app)).toBe('text/plain; charset=utf-8');
  });
});

/** A copy with another status and another header. */
function late<R extends ResponseInterface>(response: R): R {
  return response.withStatus(202).withHeader('X-A', '1');
}
