/** Contracts of drawn schemas: what a client sends arrives, or is refused by name, as its document says. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, fetchTransport } from '@mortise/client';
import { operation, type Schema } from '@mortise/contract';
import { implement } from '@mortise/endpoint/implement';
import type { RequestHandlerInterface } from '@mortise/http-message';
import fc from 'fast-check';
import { type AppInterface, createApp, serve, type ServerHandle } from 'mortise';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { arktypeOf } from './drawn/arktype.js';
import { checkedDocument, expectBody, expectParameters } from './drawn/check-document.js';
import type { Model } from './drawn/model.js';
import { OUTPUTS, PLACES } from './drawn/places.js';
import { valibotOf } from './drawn/valibot.js';
import { zodOf } from './drawn/zod.js';

const LIBRARIES = { zod: zodOf, valibot: valibotOf, arktype: arktypeOf };
const REFUSALS = /^(?:ARGUMENT_INVALID|FORM_UNWRITABLE|HEADER_INVALID)$/;
const MINUTES = 10 * 60_000;
/** Always the same draws: the three libraries have defects of their own, which others meet. */
const options = { numRuns: numRuns(15), seed: 1 };

interface Result {
  readonly status: number;
  readonly body?: unknown;
  readonly problem?: unknown;
}
type Send = (input?: object) => Promise<Result>;
type Handler = (
  request: unknown,
  respond: (status: number, content?: unknown) => unknown,
  input: Readonly<Record<string, unknown>>,
) => unknown;

let current: RequestHandlerInterface;
let server: ServerHandle;

beforeAll(async () => {
  const { factories } = createApp();
  server = await serve({ factories, handle: (request) => current.handle(request) }, { port: 0 });
});

afterAll(() => server.close());

/** Serves one operation. @returns its application and the call of it over a socket */
function served(
  send: object,
  handler: Handler,
): { readonly app: AppInterface; readonly call: Send } {
  const app = createApp({ body: {} });
  implement(app, { send } as never, { send: handler } as never);
  current = app;
  const transport = fetchTransport();
  const client = createClient({ send } as never, { baseUrl: server.url, transport });
  return { app, call: (client as { readonly send: Send }).send };
}

/** The schema of a model, and what it reads; `null` where the library has none, or refuses the value. */
async function readBy(of: (model: Model) => Schema, model: Model, value: unknown) {
  try {
    const schema = of(model);
    const result = await schema['~standard'].validate(structuredClone(value));
    return result.issues === undefined ? { schema, read: asJson(result.value) } : null;
  } catch {
    return null;
  }
}

/** What JSON has for a value; a key `__proto__` is dropped in both directions. */
function asJson(value: unknown): unknown {
  if (value === undefined) return null;
  return JSON.parse(JSON.stringify(value), (key, part: unknown) =>
    key === '__proto__' ? undefined : part,
  );
}

/** Without null: a header or cookie that is null is absent, unless it is required or has a default. */
function given(values: unknown): unknown {
  return Object.fromEntries(
    Object.entries(Object(values) as object).filter(([, value]) => value !== null),
  );
}

describe.each(Object.entries(LIBRARIES))('values of drawn schemas of %s', (_library, schemaOf) => {
  it.each(PLACES)(
    'arrive in $name as the schema reads them, or are refused by name, and fit the document',
    async ({ part, drawn, operation: operationOf, undescribed }) => {
      const property = fc.asyncProperty(drawn, async ({ model, value }) => {
        const known = await readBy(schemaOf, model, value);
        fc.pre(known !== null);
        let seen: unknown;
        const { app, call } = served(
          operationOf(known.schema, model),
          (_request, respond, input) => {
            seen = input[part];
            return respond(204);
          },
        );
        const document = await checkedDocument(app);
        const result = await call({ [part]: value }).catch((error: unknown) => {
          expect(error).toMatchObject({ code: expect.stringMatching(REFUSALS) });
          return null;
        });
        if (result === null) return;
        expect(result).toMatchObject({ status: 204 });
        const isField = part === 'cookies' || part === 'headers';
        expect(isField ? given(seen) : asJson(seen)).toEqual(
          isField ? given(known.read) : known.read,
        );
        if (part === 'body') expectBody(document, value);
        else expectParameters(document, value as Readonly<Record<string, unknown>>, undescribed);
      });
      await fc.assert(property, options);
    },
    MINUTES,
  );

  it(
    'are sent as the schema writes them, and fit the document',
    async () => {
      const property = fc.asyncProperty(OUTPUTS, async ({ model, value }) => {
        const known = await readBy(schemaOf, model, value);
        fc.pre(known !== null);
        const described = operation('GET', '/o', { responses: { 200: known.schema } });
        const { app, call } = served(described, (_request, respond) =>
          respond(200, structuredClone(value)),
        );
        const document = await checkedDocument(app);
        const { status, body } = await call();
        expect([status, body]).toEqual([200, known.read]);
        document.expectValid('/responses/200/content/application~1json/schema', body);
      });
      await fc.assert(property, options);
    },
    MINUTES,
  );
});
