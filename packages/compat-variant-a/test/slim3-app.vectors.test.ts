import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface, ResponseInterface } from '@mortise/http-message';
import { implementations } from './implementations.js';
import { bytesOf, comparable, type Encoded } from './php-value.js';
import { type AppInput, buildApp } from './slim3/build-app.js';
import { type Environment, requestFromEnvironment } from './slim3/environment.js';
import { classOf } from './slim3/exceptions.js';
import { vectors } from './vectors.js';

interface Row {
  readonly id: string;
  readonly input: { readonly app: AppInput; readonly request: RequestInput };
  readonly expect: Answer;
}

interface RequestInput {
  readonly method: string;
  readonly uri: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly env?: Environment;
  readonly body?: Encoded;
}

interface Answer {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly bodyTemplate?: string;
  readonly exception?: { readonly class: string };
  readonly trace?: readonly string[];
}

const { holding, deviating, unknown } = vectors<Row>('slim3-app');

describe.each(implementations)('the vectors of slim3-app on %s', (_name, factories) => {
  it.each(holding)('$id', async (row) => {
    expect(await ours(row.input, factories)).toEqual(theirs(row));
  });

  it.each(deviating)('but for $id, which deviates', async (row) => {
    const [answer, reference] = [await ours(row.input, factories), theirs(row)];
    expect(answer).not.toEqual(reference);
    if (row.only !== null) expect(without(row.only, answer)).toEqual(without(row.only, reference));
  });
});

describe('the deviations from slim3-app', () => {
  it('name rows', () => {
    expect(unknown).toEqual([]);
  });
});

function theirs({ expect: { exception, ...answer } }: Row): Comparable {
  const { trace = [] } = answer;
  return exception === undefined ? comparableAnswer(answer) : { exception: exception.class, trace };
}

async function ours(
  { app: input, request }: Row['input'],
  factories: HttpFactoriesInterface,
): Promise<Comparable> {
  const trace: string[] = [];
  try {
    const { env = {} } = request;
    const script = String(env['SCRIPT_NAME'] ?? '/index.php');
    const path = String(env['REQUEST_URI'] ?? request.uri).replace(/\?.*/, '');
    const isScript = path === script || path.startsWith(`${script}/`);
    const basePath = isScript ? script : script.slice(0, script.lastIndexOf('/'));
    const app = buildApp(factories, input, basePath, (step) => trace.push(step));
    const response = await app.handle(requestOf(request, factories));
    return comparableAnswer({ ...(await answerOf(response)), trace });
  } catch (error) {
    return { exception: classOf(error), trace };
  }
}

function requestOf(
  { method, uri, headers = {}, env = {}, body }: RequestInput,
  factories: HttpFactoriesInterface,
) {
  const variables = { REQUEST_METHOD: method, REQUEST_URI: uri, HTTP_HOST: 'example.test', ...env };
  let request = requestFromEnvironment(factories, { ...variables, SCRIPT_NAME: '' });
  for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
  return request.withBody(factories.createStream(bytesOf(body ?? '')));
}

async function answerOf(response: ResponseInterface) {
  return {
    status: response.getStatusCode(),
    reason: response.getReasonPhrase(),
    protocol: response.getProtocolVersion(),
    headers: Object.fromEntries(
      Object.entries(response.getHeaders()).map(([name, values]) => [
        name.toLowerCase(),
        values.join(', '),
      ]),
    ),
    body: await response.getBody().text(),
  };
}

/** An answer, part by part: `status`, `header content-type`, ... */
type Comparable = Readonly<Record<string, unknown>>;

/** JSON by what it says, whatever its layout and so its length are. */
function comparableAnswer({ headers = {}, bodyTemplate, ...answer }: Answer): Comparable {
  const body = answer.body ?? bodyTemplate ?? '';
  const parts: Record<string, unknown> = { ...answer, body };
  for (const [name, value] of Object.entries(headers)) parts[`header ${name}`] = value;
  try {
    parts['body'] = { json: comparable(JSON.parse(body)) };
    parts['header content-length'] = 'header content-length' in parts;
  } catch {
    // No JSON: the text itself is compared.
  }
  return parts;
}

function without(names: readonly string[], answer: Comparable): Comparable {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !names.includes(name)));
}
