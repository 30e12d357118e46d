import { isThenable } from '@mortise/base';
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
import { parsedMediaTypeOf } from './media-type.js';
import { VariantARequest } from './variant-a-request.js';

/** How bodies are read before an application runs. */
export interface BodyReading {
  readonly factories: HttpFactoriesInterface;

  /** Bytes that stay in memory. */
  readonly limit: number;

  /** Where larger bodies are stored; `null` leaves them unread. */
  readonly temporaryStorage: TemporaryStorageInterface | null;

  /** Bytes that are stored at most. */
  readonly storedLimit: number;

  /** For bodies that are read chunk by chunk and consumed. */
  readonly readers: ReadonlyMap<string, BodyReader>;

  /** Ensures that the parser of a type is loaded. */
  readonly load: (type: MediaType) => Awaitable<void>;
}

/**
 * Reads the body of a request into memory, so that `getParsedBody` need not wait.
 *
 * A body that exceeds the limit is kept in the temporary storage until the lifetime of the request ends, up to its limit.
 * Without such storage it stays unread if its size is known, and is refused if it is not.
 *
 * @returns synchronously if there is no body, or it is already in memory; the same request if an outer application has
 *   parsed its body
 * @throws {BodyError} `BODY_TOO_LARGE`; any error of the source of the body or of the storage
 */
export function readInBody(
  request: ServerRequestInterface,
  reading: BodyReading,
): Awaitable<ServerRequestInterface> {
  noteBodyParser(request);
  // Its bytes can be consumed. The underlying request is asked: a decorated one would parse the body now.
  if (VariantARequest.plainOf(request).getParsedBody() !== null) return request;
  const body = request.getBody();
  const type = parsedMediaTypeOf(request);
  const reader = type === null ? null : forMediaType(reading.readers, type);
  // Also for a body of 0 bytes, which is not a multipart form.
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
  const read = readBody(body, limit);
  return isThenable(read)
    ? read.then((bytes) => request.withBody(factories.createStream(bytes)))
    : request.withBody(factories.createStream(read));
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
    // A client that disconnects discards the writer, while chunks that have arrived may be left.
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
