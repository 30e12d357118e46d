import { ByteCollector, isThenable } from '@mortise/base';
import { isSmallBody } from '@mortise/base/message';
import type {
  Awaitable,
  HttpFactoriesInterface,
  ServerRequestInterface,
  StreamInterface,
  TemporaryStorageInterface,
} from '@mortise/http-message';
import {
  BodyError,
  type BodyReader,
  forMediaType,
  noteBodyParser,
  readBody,
} from '@mortise/body-parsers';
import type { MediaType } from '@mortise/http-syntax';
import { noteExceeding } from './exceeding-bodies.js';
import { parsedMediaTypeOf } from './media-type.js';
import { VariantARequest } from './variant-a-request.js';

/** How bodies are read before an application runs. */
export interface BodyReading {
  readonly factories: HttpFactoriesInterface;

  /** Maximum number of bytes of a body that stays in memory. */
  readonly limit: number;

  /** Where larger bodies are stored; `null` leaves them unread. */
  readonly temporaryStorage: TemporaryStorageInterface | null;

  /** Maximum number of bytes of a stored body. */
  readonly storedLimit: number;

  /** Readers by media type, for bodies that are consumed chunk by chunk. */
  readonly readers: ReadonlyMap<string, BodyReader>;

  /** Ensures that the parser for a type is loaded. */
  readonly load: (type: MediaType) => Awaitable<void>;
}

/**
 * Reads the body of a request into memory, so that `getParsedBody` can be synchronous.
 *
 * A body that exceeds the limit is kept in the temporary storage, up to its own limit, until the lifetime of the
 * request ends. Without such storage, it stays a stream, for handlers that do not parse it, such as mounted ones.
 *
 * @returns the request with the body, synchronously if there is no body or it is already in memory; the same request if
 *   an outer application has parsed its body
 * @throws {BodyError} `BODY_TOO_LARGE` for a body that exceeds the limit of the storage; any error of the body's source
 *   or of the storage
 */
export function readInBody(
  request: ServerRequestInterface,
  reading: BodyReading,
): Awaitable<ServerRequestInterface> {
  noteBodyParser(request);
  // Already parsed, so its bytes may be consumed. Reads the underlying request, because a decorated one would parse the
  // body now.
  if (VariantARequest.plainOf(request).getParsedBody() !== null) return request;
  const body = request.getBody();
  const type = parsedMediaTypeOf(request);
  const reader = type === null ? null : forMediaType(reading.readers, type);
  // Even for a body of 0 bytes, which is not a valid multipart form.
  if (type !== null && reader !== null) return reader(request, type);
  if (body.getSize() === 0) return request;
  if (type === null) return inMemory(request, body, reading);
  const loading = reading.load(type);
  return isThenable(loading)
    ? loading.then(() => inMemory(request, body, reading))
    : inMemory(request, body, reading);
}

function inMemory(
  request: ServerRequestInterface,
  body: StreamInterface,
  reading: BodyReading,
): Awaitable<ServerRequestInterface> {
  const { factories, limit, temporaryStorage } = reading;
  const size = body.getSize();
  if (body.inMemory() !== null || body.isSeekable()) return request;
  if (size === null || size > limit) {
    if (temporaryStorage !== null) return stored(request, body, temporaryStorage, reading);
    if (size !== null) return request;
  }
  if (size === null && !isSmallBody(body)) return begun(request, body, reading);
  const read = readBody(body, Infinity);
  return isThenable(read)
    ? read.then((bytes) => request.withBody(factories.createStream(bytes)))
    : request.withBody(factories.createStream(read));
}

/** Reads a body of unknown size up to the limit. If there is more, the request gets a stream of all of it. */
async function begun(
  request: ServerRequestInterface,
  body: StreamInterface,
  { factories, limit }: BodyReading,
): Promise<ServerRequestInterface> {
  const read = new ByteCollector();
  const chunks = body[Symbol.asyncIterator]();
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    read.add(next.value);
    if (read.size <= limit) continue;
    const whole = factories.createStreamFromResource(continued(read.takeChunks(), body));
    noteExceeding(whole);
    return request.withBody(whole);
  }
  return request.withBody(factories.createStream(read.take()));
}

async function* continued(
  read: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* read;
  yield* rest;
}

async function stored(
  request: ServerRequestInterface,
  body: StreamInterface,
  storage: TemporaryStorageInterface,
  { limit, storedLimit }: BodyReading,
): Promise<ServerRequestInterface> {
  if ((body.getSize() ?? 0) > storedLimit) throw BodyError.tooLarge(storedLimit);
  const writer = storage.createWriter(limit);
  const lifetime = request.getLifetime();
  lifetime.onEnd(() => writer.discard());
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > storedLimit) throw BodyError.tooLarge(storedLimit);
    // If the client disconnects, the writer is discarded, but chunks that have already arrived may remain.
    lifetime.signal.throwIfAborted();
    await writer.write(chunk);
  }
  lifetime.signal.throwIfAborted();
  const whole = await writer.end();
  lifetime.onEnd(() => {
    whole.close();
  });
  return request.withBody(whole);
}
