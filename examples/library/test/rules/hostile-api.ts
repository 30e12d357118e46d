import { expect, it } from '@jest/globals';
import { hostileJson, hostileTexts } from '../hostile-values.js';
import type { RunningLibrary } from '../running-library.js';
import { librarian } from './api.js';

const zadig = { title: 'Zadig', author: 'Voltaire', year: 1747, language: 'French', copies: 1 };

/** A problem, or the book that was stored. */
interface Sent {
  readonly errors?: readonly { readonly pointer: string }[];
}

export function hostileApiRules(library: () => RunningLibrary): void {
  const send = sending(library);

  it.each([
    ...Object.keys(zadig).map((field) => ['POST', '/api/books', field, zadig] as const),
    ['PUT', '/api/imports/hostile', 'name', { name: 'x' }] as const,
  ])(
    'are refused with their field, or stored unchanged: %s %s, its %s',
    async (method, path, field, good) => {
      for (const [name, value] of hostileJson) {
        const response = await send(method, path, JSON.stringify({ ...good, [field]: value }));
        const sent = (await response.json()) as Sent & Record<string, unknown>;
        expect([name, response.status < 500]).toEqual([name, true]);
        if (response.status === 422) {
          const places = new Set(sent.errors?.map(({ pointer }) => pointer));
          expect([name, [...places]]).toEqual([name, [`#/${field}`]]);
        } else if (response.status === 201) {
          const kept = typeof value === 'string' ? value.trim() : value;
          expect([name, sent[field]]).toEqual([name, kept]);
        } else if (response.status !== 200) {
          expect([name, response.status]).toEqual([name, 400]); // not text: half a character
        }
      }
    },
  );
}

/** What never reaches a database, or is only compared there: tried on one. */
export function hostileApiAddressRules(library: () => RunningLibrary): void {
  const send = sending(library);

  it.each([
    ['GET', '/api/books?q=*'],
    ['GET', '/api/books?language=*'],
    ['GET', '/api/books?page=*'],
    ['GET', '/api/books/*'],
    ['POST', '/api/books/*/loan'],
    ['DELETE', '/api/books/*/loan'],
    ['GET', '/api/imports/*'],
    ['PUT', '/api/imports/*'],
    ['POST', '/api/imports/*/lines?from=0'],
    ['POST', '/api/imports/none/lines?from=*'],
  ])('are refused, or mean nothing, in the address %s %s', async (method, address) => {
    const numbers = ['2147483648', '999999999999', '9007199254740992', '0', '00', '-0'];
    const texts = hostileTexts.map(([, text]) => encodeURIComponent(text));
    for (const value of [...texts, ...numbers, '%00', '%', '%ff', 'a&q[]=b']) {
      const path = address.replace('*', () => value);
      const response = await send(
        method,
        path,
        method === 'GET' || method === 'DELETE' ? null : '{"name":"x"}',
      );
      await response.text();
      expect([path, response.status < 500]).toEqual([path, true]);
    }
  });

  it.each([
    ['__proto__', '{"__proto__":{"title":"x"},"constructor":{"prototype":{"title":"x"}}}'],
    ['depth', '['.repeat(50_000)],
    ['a list', '[]'],
    ['a name twice', '{"title":"a","title":"b"}'],
    ['a mark of byte order', '\ufeff{}'],
  ])('are refused in the whole body: %s', async (_, body) => {
    const response = await send('POST', '/api/books', body);
    await response.text();
    expect([400, 413, 422]).toContain(response.status);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
}

function sending(library: () => RunningLibrary) {
  return (method: string, path: string, body: string | null): Promise<Response> =>
    fetch(library().url + path, {
      ...{ method, body },
      headers: { ...librarian, 'Content-Type': typeOf(path), Accept: 'application/json' },
    });
}

function typeOf(path: string): string {
  return path.includes('/lines') ? 'application/x-ndjson' : 'application/json';
}
