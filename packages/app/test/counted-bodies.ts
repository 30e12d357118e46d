import { bodyParser } from '@mortise/body-parsers';
import { multipartReader } from '@mortise/body-parsers/defaults';
import type {
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { createTemporaryStorage } from '@mortise/message/node';
import {
  type AppInterface,
  type AppOptions,
  createApp,
  json,
  type RouteBodyOptions,
  text,
} from '../src/index.js';

export const JSON_TYPE = 'application/json';
/** A body that exceeds the limit of the applications. */
export const LARGE = JSON.stringify({ a: 'x'.repeat(200) });

type Handler = (
  request: ServerRequestInterface,
  response: ResponseInterface,
) => ResponseInterface | Promise<ResponseInterface>;

/** Applications that parse bodies of at most 100 bytes, and requests that say how often their body was read. */
export function countedBodies(factories: HttpFactoriesInterface) {
  let reads = 0;

  /** A request whose body arrives in chunks of 100 bytes; the count of {@link answer} begins again. */
  function post(path: string, body: string, type = JSON_TYPE): ServerRequestInterface {
    reads = 0;
    const chunks = async function* () {
      for (let at = 0; at < body.length; at += 100) {
        reads++;
        yield await Promise.resolve(Buffer.from(body.slice(at, at + 100)));
      }
    };
    return factories
      .createServerRequest('POST', path)
      .withHeader('Content-Type', type)
      .withBody(factories.createStreamFromResource(chunks()));
  }

  const createBodyParser = (options: RouteBodyOptions) =>
    bodyParser({
      ...(options as object),
      factories,
      readers: {
        'multipart/form-data': multipartReader({ factories, storage: createTemporaryStorage() }),
      },
    });
  const appOf = (options: Partial<AppOptions> = {}): AppInterface =>
    createApp({
      factories,
      logger: { error: () => undefined, info: () => undefined },
      body: { maxBytes: 100 },
      createBodyParser,
      ...options,
    });

  /** Status, body, and the number of chunks of the last {@link post} that were read. */
  async function answer(app: AppInterface, request: ServerRequestInterface) {
    const response = await app.handle(request);
    return [response.getStatusCode(), (await response.getBody().text()).trim(), reads];
  }
  return { post, createBodyParser, appOf, answer, getReads: () => reads };
}

/** Responds with the parsed body. */
export const echo: Handler = (request, response) => json(response, request.getParsedBody());

/** Responds with the bytes of the body, and the parsed body. */
export const raw: Handler = async (request, response) =>
  text(response, `${await request.getBody().text()} ${JSON.stringify(request.getParsedBody())}`);

/** Responds with the size of the parsed body. */
export const lengthOf: Handler = (request, response) =>
  text(response, String(JSON.stringify(request.getParsedBody()).length));
