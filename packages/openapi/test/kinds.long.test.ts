import { describe, expect, it } from '@jest/globals';
import type { Schema } from '@mortise/contract';
import { endpoint } from '@mortise/endpoint';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createApp } from 'mortise';
import { openApiDocument, type OpenApiDocument } from '../src/index.js';
import { handler, info } from './documented.js';
import { arktypeKinds } from './kinds/arktype.js';
import { valibotKinds } from './kinds/valibot.js';
import { zodKinds } from './kinds/zod.js';
import { danglingReferences } from './dangling-references.js';

const libraries = { zod: zodKinds, valibot: valibotKinds, arktype: arktypeKinds };

describe.each(Object.entries(libraries))(
  'a document of each kind of schema of %s',
  (_name, kinds) => {
    const document = documentOf(kinds);

    it('passes the validator of OpenAPI', async () => {
      const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
      expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    });

    it('passes the rules of Redocly about structure and references', async () => {
      const rules = {
        struct: 'error',
        'no-unresolved-refs': 'error',
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        'path-parameters-defined': 'error',
        'operation-parameters-unique': 'error',
        'operation-operationId-unique': 'error',
      } as const;
      const config = await createConfig({ rules });
      const found = await lintFromString({ source: JSON.stringify(document), config });
      expect(found.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([]);
    });

    it('has no reference to nothing', () => {
      expect(danglingReferences(document)).toEqual([]);
    });

    it('has only valid JSON Schema, of which no request is read-only and no response write-only', () => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      ajv.addSchema({ $id: 'https://a.test/openapi', ...document });
      const operations = Object.entries(document.paths);
      expect(operations).toHaveLength(Object.keys(kinds).length);
      for (const [path, { post }] of operations) {
        for (const part of ['requestBody', 'responses/200']) {
          const pointer = `/paths/${path.replace('/', '~1')}/post/${part}/content/application~1json/schema`;
          expect(() => ajv.compile({ $ref: `https://a.test/openapi#${pointer}` })).not.toThrow();
        }
        const { parameters, requestBody, responses } = post as Readonly<Record<string, unknown>>;
        expect(JSON.stringify([parameters, requestBody])).not.toContain('readOnly');
        expect(JSON.stringify(responses)).not.toContain('writeOnly');
      }
    });
  },
);

function documentOf(kinds: Readonly<Record<string, Schema>>): OpenApiDocument {
  const app = createApp();
  for (const [index, schema] of Object.values(kinds).entries()) {
    const description = {
      query: schema,
      headers: schema,
      body: schema,
      responses: { 200: schema },
    };
    app.post(`/${index}`, endpoint(description, handler as never));
  }
  return JSON.parse(JSON.stringify(openApiDocument(app, { info }))) as OpenApiDocument;
}
