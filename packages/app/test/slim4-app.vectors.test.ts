import { expect } from '@jest/globals';
import type {
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import {
  comparable,
  errorMark,
  runVectors,
  type VectorRow,
  withoutPlaces,
} from '../../../tooling/vectors/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { type AppInput, buildApp } from './slim4/build-app.js';
import { bytesOf, type Encoded } from './slim4/encoded.js';
import { withoutLayout } from './slim4/error-page.js';
import { describeException } from './slim4/exceptions.js';

interface Row extends VectorRow {
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

runVectors<Row, HttpFactoriesInterface>({
  file: 'slim4-app',
  subjects: Object.fromEntries(implementations),
  ours: ({ input }, factories) => ours(input, factories),
  references: ({ expect: { responses } }) => ({ slim4: responses.map(theirs) }),
  comparable: (answers, { expect: { responses } }) =>
    (answers as readonly Answer[]).map((answer, index) =>
      comparableAnswer(answer, responses[index]?.['bodyTemplate'] !== undefined),
    ),
});

function theirs({ bodyTemplate, ...answer }: Answer): Answer {
  if (bodyTemplate === undefined) return comparableAnswer(answer, false);
  const body = expect.stringMatching(templateOf(bodyTemplate as string));
  return { ...comparableAnswer(answer, true), body };
}

async function ours(
  { app: input, requests }: Row['input'],
  factories: HttpFactoriesInterface,
): Promise<readonly Answer[]> {
  let trace: string[] = [];
  let app;
  try {
    app = buildApp(factories, input, (step) => trace.push(step));
  } catch (error) {
    return [{ registration: errorMark(error) }];
  }
  const answers: Answer[] = [];
  for (const request of requests) {
    trace = [];
    try {
      const response = await app.handle(requestOf(request, factories));
      answers.push({ ...(await answerOf(response)), trace });
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

async function answerOf(response: ResponseInterface): Promise<Answer> {
  const headers = Object.entries(response.getHeaders());
  return {
    status: response.getStatusCode(),
    reason: response.getReasonPhrase(),
    headers: Object.fromEntries(
      headers.map(([name, values]) => [name.toLowerCase(), values.join(', ')]),
    ),
    body: withoutPlaces(await response.getBody().text()),
  };
}

/** Bodies and steps without their layout, but for a body that is compared with a template. */
function comparableAnswer({ body, trace, ...rest }: Answer, isTemplate: boolean): Answer {
  return {
    ...rest,
    ...(body !== undefined && { body: isTemplate ? body : comparableBody(body as string) }),
    trace: ((trace ?? []) as readonly string[]).map(comparableBody),
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

/** Our types can be subclasses of those in the template, and an error without a stack has no place. */
function templateOf(template: string): RegExp {
  const text = withoutLayout(template).replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&');
  const pattern = text
    .replaceAll(/\\\{type:(\w+)\\\}/g, '\\w*$1')
    .replaceAll(/\\\{(?:file|trace)\\\}/g, '(?:$&)?');
  return new RegExp(`^${pattern}$`);
}
