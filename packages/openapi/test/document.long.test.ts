import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { serve, type ServerHandle } from 'mortise';
import createFetchClient from 'openapi-fetch';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { openApiDocument, openApiHandler } from '../src/index.js';
import { libraries, libraryApp } from './library-app.js';
import type { paths } from './golden/fixtures/zod.js';

const info = { title: 'Library', version: '1.0.0' };
const golden = (name: string) => new URL(`./golden/fixtures/${name}`, import.meta.url);

describe.each(Object.entries(libraries))('the document of a library in %s', (name, schemas) => {
  const document = JSON.parse(
    JSON.stringify(openApiDocument(libraryApp(schemas), { info })),
  ) as object;

  it('is equal to the expected document', () => {
    const file = golden(`${name}.json`);
    if (process.env['UPDATE_GOLDEN'] !== undefined) {
      writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
    }
    expect(existsSync(file)).toBe(true);
    expect(document).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });

  it('passes the validator of OpenAPI', async () => {
    const { valid, errors } = await new Validator().validate(document as Record<string, unknown>);
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  it('contains only valid JSON Schema 2020-12, with resolvable references', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'https://a.test/openapi', ...document });
    const places = [...pointersToSchemas(document, '')];
    expect(places.length).toBeGreaterThan(10);
    for (const place of places) {
      expect(() => ajv.compile({ $ref: `https://a.test/openapi#${place}` })).not.toThrow();
    }
  });

  it('is accepted by openapi-typescript', async () => {
    const text = astToString(await openapiTypescript(document as never));
    expect(text).toContain('"books.create"');
    expect(text).not.toContain('unknown: unknown');
    if (name !== 'zod') return;
    const file = golden('zod.ts');
    const whole = `/** Made by openapi-typescript of zod.json. */\n${text}`;
    if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(file, whole);
    expect(readFileSync(file, 'utf8')).toBe(whole);
  });
});

describe('a client that openapi-fetch creates from the document', () => {
  let server: ServerHandle;
  beforeAll(async () => {
    const app = libraryApp(libraries['zod'] as never);
    app.get('/openapi.json', openApiHandler(app, { info }));
    server = await serve(app, { port: 0 });
  });
  afterAll(() => server.close());

  it('calls the served application', async () => {
    const client = createFetchClient<paths>({ baseUrl: server.url });
    const { data } = await client.GET('/books', {
      params: { query: { page: 2, tags: ['a', 'b'], price: { max: 2 } } },
    });
    expect(data?.[0]?.title).toBe('Candide');
    const created = await client.POST('/books', { body: { title: 'x', tags: [] } });
    expect([created.response.status, created.data?.id]).toEqual([201, 1]);
  });

  it('does not compile with a wrong query', async () => {
    const client = createFetchClient<paths>({ baseUrl: server.url });
    // @ts-expect-error: page is a number
    const { response } = await client.GET('/books', { params: { query: { page: 'x' } } });
    expect(response.status).toBe(422);
  });

  it('is served as JSON', async () => {
    const response = await fetch(`${server.url}/openapi.json`);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ openapi: '3.1.1', info });
  });
});

function* pointersToSchemas(value: unknown, at: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    const place = `${at}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
    if (key === 'schema') yield place;
    else yield* pointersToSchemas(each, place);
  }
}
