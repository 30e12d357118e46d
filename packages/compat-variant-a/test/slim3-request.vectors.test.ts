import type { HttpFactoriesInterface, UriInterface } from '@mortise/http-message';
import { parseXml } from '@mortise/body-parsers/xml';
import {
  comparable,
  errorMark,
  runVectors,
  type VectorRow,
} from '../../../tooling/vectors/index.js';
import { decorateRequest, type VariantARequestInterface } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { bytesOf, encode, type Encoded } from './php-value.js';
import { type Environment, requestFromEnvironment } from './slim3/environment.js';
import { parsers, restartCount } from './slim3/parsers.js';

interface Row extends VectorRow {
  readonly input: Input;
  readonly expect: { readonly results?: readonly Encoded[]; readonly construct?: Encoded };
}

interface Input {
  readonly method?: string;
  readonly uri?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly server?: Readonly<Record<string, string>>;
  readonly body?: Encoded;
  readonly env?: Environment;
  readonly bareEnv?: boolean;
  readonly post?: object;
  readonly ops: readonly (readonly [string, ...unknown[]])[];
}

runVectors<Row, HttpFactoriesInterface>({
  file: 'slim3-request',
  subjects: Object.fromEntries(implementations),
  ours: ({ input }, factories) => ours(input, factories),
  references: ({ expect: { results, construct } }) => ({ slim3: comparable(construct ?? results) }),
});

async function ours(input: Input, factories: HttpFactoriesInterface): Promise<unknown> {
  restartCount();
  let first: VariantARequestInterface;
  try {
    first = requestOf(input, factories);
  } catch (error) {
    return errorMark(error);
  }
  const session = new Session(first, factories);
  const results: unknown[] = [];
  for (const op of input.ops) results.push(await session.run(op));
  return results;
}

function requestOf(input: Input, factories: HttpFactoriesInterface) {
  const { method = 'GET', uri = 'http://example.test/', headers = {}, server = {}, body } = input;
  let request =
    input.env === undefined
      ? factories.createServerRequest(method, uri, server)
      : requestFromEnvironment(factories, input.env, input.bareEnv);
  for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
  if (input.cookies !== undefined) request = request.withCookieParams(input.cookies);
  request = request.withBody(factories.createStream(bytesOf(body ?? '')));
  const form = 'application/x-www-form-urlencoded';
  if (input.post !== undefined && request.getMethod() === 'POST') {
    if (request.getHeaderLine('Content-Type') === form)
      request = request.withParsedBody(input.post);
  }
  return decorateRequest(request, {
    parsers: { 'application/xml': parseXml, 'text/xml': parseXml },
  });
}

/** A request that operations replace, and the first of them. */
class Session {
  readonly #factories: HttpFactoriesInterface;
  readonly #first: VariantARequestInterface;
  #request: VariantARequestInterface;

  constructor(first: VariantARequestInterface, factories: HttpFactoriesInterface) {
    this.#first = first;
    this.#request = first;
    this.#factories = factories;
  }

  async run([op, ...args]: readonly [string, ...unknown[]]): Promise<unknown> {
    try {
      return encode(await this.#result(op, args));
    } catch (error) {
      return errorMark(error);
    }
  }

  #result(op: string, args: readonly unknown[]): unknown {
    if (op.startsWith('@0.')) return call(this.#first, op.slice(3), args);
    if (op.startsWith('uri.')) return this.#uri(op.slice(4), args);
    const body = this.#request.getBody();
    switch (op) {
      case 'body':
        return body.text();
      case 'bodyTell':
        return body.tell();
      case 'bodyRead':
        return body.read(args[0] as number).then((bytes) => new TextDecoder().decode(bytes));
      case 'uri':
        return this.#request.getUri().toString();
      case 'withBody':
        return this.#replace(op, [this.#factories.createStream(args[0] as string)]);
      case 'withUri':
        return this.#replace(op, [this.#factories.createUri(args[0] as string), ...args.slice(1)]);
      case 'registerMediaTypeParser':
        return this.#register(args[0] as string, args[1] as string);
      default:
        return op.startsWith('with') || op === 'reparseBody'
          ? this.#replace(op, args)
          : call(this.#request, op, args);
    }
  }

  #register(mediaType: string, kind: string): string {
    const parser = parsers[kind];
    if (parser === undefined) throw new TypeError(`the vectors name an unknown parser ${kind}`);
    this.#request.registerMediaTypeParser(mediaType, parser);
    return 'ok';
  }

  #replace(op: string, args: readonly unknown[]): string {
    this.#request = call(this.#request, op, args) as VariantARequestInterface;
    return 'ok';
  }

  #uri(op: string, args: readonly unknown[]): unknown {
    const result = call(this.#request.getUri(), op, args);
    if (!op.startsWith('with')) return result;
    this.#request = this.#request.withUri(result as UriInterface);
    return (result as UriInterface).toString();
  }
}

function call(on: object, method: string, args: readonly unknown[]): unknown {
  return (on as Record<string, (...given: unknown[]) => unknown>)[method]?.(...args);
}
