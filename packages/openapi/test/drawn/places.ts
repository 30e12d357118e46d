import { type EndpointDescription, type Method, operation, type Schema } from '@mortise/contract';
import fc from 'fast-check';
import type { Drawn, Model } from './model.js';
import { anyModels, objectsOf, scalarModels } from './models.js';
import { valuesOf } from './values.js';

/** Where a value is sent. */
export interface Place {
  readonly name: string;
  readonly part: 'args' | 'body' | 'cookies' | 'headers' | 'query';
  readonly drawn: fc.Arbitrary<Drawn>;

  /** Members that are not documented: those that an open schema does not name. */
  readonly undescribed: readonly string[];

  /** The operation that receives it. */
  readonly operation: (schema: Schema, model: Model) => ReturnType<typeof operationOf>;
}

function operationOf(method: Method, pattern: string, description: EndpointDescription) {
  return operation(method, pattern, { ...description, responses: { 204: null } });
}

function withValues(models: fc.Arbitrary<Model>): fc.Arbitrary<Drawn> {
  return models.chain((model) => valuesOf(model).map((value) => ({ model, value })));
}

const asText = { isText: true, isOutput: false };
const texts = anyModels(asText);
const listsOfScalars = scalarModels().map<Model>((item) => ({ kind: 'list', item, min: 0 }));
const oneOrList = fc
  .tuple(scalarModels(), listsOfScalars)
  .map<Model>((parts) => ({ kind: 'union', parts }));
const scalarsAndLists = fc.oneof(scalarModels(), scalarModels(), listsOfScalars, oneOrList);
const nullable = (models: fc.Arbitrary<Model>) =>
  fc.oneof(
    models,
    models,
    models.map<Model>((of) => ({ kind: 'nullable', of })),
  );
const URL_FORM = 'application/x-www-form-urlencoded';

/** Of an open schema, valibot and arktype do not say that it is open: cookies and headers are those that it names. */
const closed = (models: fc.Arbitrary<Model>, names: readonly string[]) =>
  objectsOf(models, names).map((object) => ({ ...object, rest: 'strip' as const }));

function pathOf(model: Model): string {
  const names = model.kind === 'object' ? model.members.map(({ name }) => `/{${name}}`) : [];
  return `/p${names.join('')}`;
}

/** All places of a request. */
export const PLACES: readonly Place[] = [
  {
    name: 'the path',
    part: 'args',
    undescribed: [],
    drawn: withValues(
      objectsOf(fc.oneof(scalarModels(), scalarModels(), oneOrList), [
        'a',
        'b',
        'toString',
        'constructor',
      ]).map((object) => ({
        ...object,
        rest: 'strip' as const,
        members: object.members.map((member) => ({ ...member, presence: 'required' as const })),
      })),
    ),
    operation: (args, model) => operationOf('GET', pathOf(model), { args }),
  },
  {
    name: 'the query',
    part: 'query',
    undescribed: ['more'],
    drawn: withValues(objectsOf(texts)),
    operation: (query) => operationOf('GET', '/q', { query }),
  },
  {
    name: 'headers',
    part: 'headers',
    undescribed: ['more'],
    drawn: withValues(closed(nullable(scalarsAndLists), ['x-a', 'x-b', 'constructor', 'x-1'])),
    operation: (headers) => operationOf('GET', '/h', { headers }),
  },
  {
    name: 'cookies',
    part: 'cookies',
    undescribed: [],
    drawn: withValues(closed(nullable(scalarsAndLists), ['a', 'b-c', 'toString', '__Host-a'])),
    operation: (cookies) => operationOf('GET', '/c', { cookies }),
  },
  {
    name: 'JSON',
    part: 'body',
    undescribed: [],
    drawn: withValues(
      fc.oneof(
        objectsOf(anyModels({ isText: false, isOutput: false })),
        anyModels({ isText: false, isOutput: false }).map<Model>((item) => ({
          kind: 'list',
          item,
          min: 0,
        })),
      ),
    ),
    operation: (body) => operationOf('POST', '/j', { body }),
  },
  {
    name: 'a form',
    part: 'body',
    undescribed: [],
    drawn: withValues(objectsOf(texts)),
    operation: (body) => operationOf('POST', '/f', { body, accepts: [URL_FORM] }),
  },
  {
    name: 'a multipart form',
    part: 'body',
    undescribed: [],
    drawn: withValues(objectsOf(texts)),
    operation: (body) => operationOf('POST', '/m', { body, accepts: ['multipart/form-data'] }),
  },
];

/** What a response describes. */
export const OUTPUTS = withValues(anyModels({ isText: false, isOutput: true }));
