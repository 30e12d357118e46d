import { ByteCollector } from '@mortise/base';
import type {
  ServerRequestInterface,
  StreamFactoryInterface,
  StreamInterface,
} from '@mortise/http-message';
import { IdempotencyError } from './idempotency-error.js';

/** The raw body of a request. */
export interface ReadBody {
  readonly bytes: Uint8Array;

  /** The request whose body the layers inside can read from its start. */
  readonly request: ServerRequestInterface;
}

/**
 * Reads the body of a request and keeps it readable, before or after it was parsed.
 *
 * @param maxBytes counted while reading, so that at most one chunk beyond it is kept in memory
 * @throws {IdempotencyError} `IDEMPOTENCY_BODY_TOO_LARGE`; `IDEMPOTENCY_BODY_CONSUMED` if a layer outside has read
 *   the body and nothing has kept it, as a parser of multipart forms does
 */
export async function readRequestBody(
  request: ServerRequestInterface,
  factories: StreamFactoryInterface,
  maxBytes: number,
): Promise<ReadBody> {
  const body = request.getBody();
  if (!body.isReadable() || (!body.isSeekable() && body.tell() > 0)) {
    throw new IdempotencyError(
      'IDEMPOTENCY_BODY_CONSUMED',
      null,
      'idempotency() found a body that was already read; add it outside of the layer that reads the body, such as the parsing of multipart forms',
    );
  }
  if ((body.getSize() ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (!body.isSeekable()) {
    const bytes = await collect(body, maxBytes);
    return { bytes, request: request.withBody(factories.createStream(bytes)) };
  }
  body.rewind();
  const content = body.inMemory() ?? (await body.getContents());
  body.rewind();
  return { bytes: bytesOf(content), request };
}

/** Returns the bytes of content in memory: those of a text are its UTF-8. */
export function bytesOf(content: Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

async function collect(body: StreamInterface, maxBytes: number): Promise<Uint8Array> {
  const bytes = new ByteCollector();
  for await (const chunk of body) {
    bytes.add(chunk);
    if (bytes.size > maxBytes) throw tooLarge(maxBytes);
  }
  return bytes.take();
}

function tooLarge(maxBytes: number): IdempotencyError {
  const message = `the request body exceeds the limit of ${maxBytes} bytes`;
  return new IdempotencyError('IDEMPOTENCY_BODY_TOO_LARGE', null, message);
}
