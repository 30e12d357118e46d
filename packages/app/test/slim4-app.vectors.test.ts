import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type {
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { implementations } from './implementations.js';
import { type AppInput, buildApp } from './slim4/build-app.js';
import { bytesOf, comparable, type Encoded } from './slim4/encoded.js';
import { withoutLayout } from './slim4/error-page.js';
import { describeException } from './slim4/exceptions.js';

interface Row {
  readonly id: string;
  readonly input: { readonly app: AppInput; readonly requests: readonly RequestInput[] };
  readonly expect: { readonly responses: readonly Answer[] };
}

interface RequestInput {
  readonly method: string;
  readonly uri: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Encoded;
  readonly parsedBody?: object;
}

type Answer = Readonly<Record<string, unknown>>;

const rows = read('./fixtures/slim4-app.json') as readonly Row[];
const deviations = read('../../../docs/deviations/slim4-app.json') as readonly {
  readonly rows: readonly string[];
}[];
const deviating = deviations.flatMap((deviation) => deviation.rows);

describe.each(implementations)('the vectors of slim4-app on %s', (_name, factories) => {
  it.each(rows.filter(({ id }) => !listed(id)))('$id', async (row) => {
    expect(await ours(row, factories)).toEqual(theirs(row));
  });

  it.each(rows.filter(({ id }) => listed(id)))('but for $id, which deviates', async (row) => {
    expect(await ours(row, factories)).not.toEqual(theirs(row));
  });
});

describe('the deviations from slim4-app', () => {
  it.each(deviating)('%s names a row', (pattern) => {
    expect(rows.some(({ id }) => matches(id, pattern))).toBe(true);
  });
});

function theirs(row: Row): readonly Answer[] {
  return row.expect.responses.map(({ body, bodyTemplate, trace, ...rest }) => ({
    ...rest,
    ...(body !== undefined && { body: comparableBody(body as string) }),
    ...(bodyTemplate !== undefined && {
      body: expect.stringMatching(templateOf(bodyTemplate as string)),
    }),
    trace: (trace as readonly string[]).map(comparableBody),
  }));
}

async function ours(row: Row, factories: HttpFactoriesInterface): Promise<readonly Answer[]> {
  const { app: input, requests } = row.input;
  let trace: unknown[] = [];
  let app;
  try {
    app = buildApp(factories, input, (step) => trace.push(comparableBody(step)));
  } catch (error) {
    return [{ registration: describeException(error) }];
  }
  const answers: Answer[] = [];
  for (const [index, request] of requests.entries()) {
    trace = [];
    try {
      const response = await app.handle(requestOf(request, factories));
      const templated = row.expect.responses[index]?.['bodyTemplate'] !== undefined;
      answers.push({ ...(await answerOf(response, templated)), trace });
    } catch (error) {
      answers.push({ exception: describeException(error), trace });
    }
  }
  return answers;
}

function requestOf(
  { method, uri, headers = {}, body, parsedBody }: RequestInput,
  factories: HttpFactoriesInterface,
): ServerRequestInterface {
  let request = factories.createServerRequest(method, uri);
  for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
  if (body !== undefined) request = request.withBody(factories.createStream(bytesOf(body)));
  return parsedBody === undefined ? request : request.withParsedBody(parsedBody);
}

async function answerOf(response: ResponseInterface, templated: boolean): Promise<Answer> {
  const headers = Object.entries(response.getHeaders());
  const body = await response.getBody().text();
  return {
    status: response.getStatusCode(),
    reason: response.getReasonPhrase(),
    headers: Object.fromEntries(
      headers.map(([name, values]) => [name.toLowerCase(), values.join(', ')]),
    ),
    body: templated ? body : comparableBody(body),
  };
}

/** JSON by what it says, a page without its layout, anything else as it is. */
function comparableBody(body: string): unknown {
  try {
    return { json: comparable(JSON.parse(body)) };
  } catch {
    return withoutLayout(body);
  }
}

function templateOf(template: string): RegExp {
  const text = withoutLayout(template).replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  const pattern = text
    .replaceAll('{file}', '[^\\n]*?')
    .replaceAll('{line}', '\\d+')
    .replaceAll('{trace}', '[\\s\\S]*?')
    .replaceAll(/\{type:(\w+)\}/g, '\\w*$1')
    .replaceAll(/[{}](?!\d)/g, '\\$&');
  return new RegExp(`^${pattern}$`);
}

function listed(id: string): boolean {
  return deviating.some((pattern) => matches(id, pattern));
}

function matches(id: string, pattern: string): boolean {
  return pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
}

function read(path: string): unknown {
  return JSON.parse(
    readFileSync(new URL(path, `file://${expect.getState().testPath ?? ''}`), 'utf8'),
  );
}
