import type { HttpFactoriesInterface, ResponseInterface } from '@mortise/http-message';
import {
  comparable,
  runVectors,
  type VectorRow,
  withoutPlaces,
} from '../../../tooling/vectors/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { bytesOf, type Encoded } from './php-value.js';
import { type AppInput, buildApp } from './slim3/build-app.js';
import { type Environment, requestFromEnvironment } from './slim3/environment.js';
import { classOf } from './slim3/exceptions.js';

interface Row extends VectorRow {
  readonly input: { readonly app: AppInput; readonly request: RequestInput };
  readonly expect: Answer & { readonly exception?: { readonly class: string } };
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

  readonly trace?: readonly string[];
}

runVectors<Row, HttpFactoriesInterface>({
  file: 'slim3-app',
  subjects: Object.fromEntries(implementations),
  ours: ({ input }, factories) => ours(input, factories),
  references: (row) => ({ slim3: theirs(row) }),
  comparable: (answer) => comparableAnswer(answer as Answer),
});

function theirs({ expect: { exception, trace = [], ...answer } }: Row): Comparable {
  return exception === undefined
    ? comparableAnswer({ ...answer, trace })
    : { exception: exception.class, trace };
}

async function ours(
  { app: input, request }: Row['input'],
  factories: HttpFactoriesInterface,
): Promise<unknown> {
  const trace: string[] = [];
  try {
    const { env = {} } = request;
    const script = String(env['SCRIPT_NAME'] ?? '/index.php');
    const path = String(env['REQUEST_URI'] ?? request.uri).replace(/\?.*/, '');
    const isScript = path === script || path.startsWith(`${script}/`);
    const basePath = isScript ? script : script.slice(0, script.lastIndexOf('/'));
    const app = buildApp(factories, input, basePath, (step) => trace.push(step));
    const response = await app.handle(requestOf(request, factories));
    return { ...(await answerOf(response)), trace };
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
  const headers = Object.entries(response.getHeaders());
  const text = await response.getBody().text();
  const body = withoutPlaces(text);
  return {
    status: response.getStatusCode(),
    reason: response.getReasonPhrase(),
    protocol: response.getProtocolVersion(),
    headers: {
      ...Object.fromEntries(
        headers.map(([name, values]) => [name.toLowerCase(), values.join(', ')]),
      ),
      ...(body !== text && { 'content-length': '{length}' }),
    },
    body,
  };
}

/** An answer, part by part: `status`, `header content-type`, ... */
type Comparable = Readonly<Record<string, unknown>>;

/** JSON by what it says, whatever its layout and so its length are. */
function comparableAnswer({ headers = {}, bodyTemplate, ...answer }: Answer): Comparable {
  if ('exception' in answer) return answer;
  const body = answer.body ?? bodyTemplate ?? '';
  const parts: Record<string, unknown> = { ...answer, body };
  for (const [name, value] of Object.entries(headers)) parts[`header ${name}`] = value;
  try {
    parts['body'] = { json: comparable(JSON.parse(body)) };
    parts['header content-length'] = 'header content-length' in parts;
  } catch {
    // Not JSON: the text itself is compared.
  }
  return parts;
}
