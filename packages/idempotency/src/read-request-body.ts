import { ByteCollector } from '@mortise/base';
import { parseBody } from '@mortise/base/message';
import type {
  ServerRequestInterface,
  StreamFactoryInterface,
  StreamInterface,
} from '@mortise/http-message';
import { formContent } from './form-content.js';
import { IdempotencyError } from './idempotency-error.js';

/** The body of a request, after it was read. */
export interface ReadBody {
  /** The raw body; for a form that a parser has already read, its description by {@link formContent}. */
  readonly bytes: Uint8Array;

  /** The request for inner layers, which can read its body, or its fields and files, from the start. */
  readonly request: ServerRequestInterface;
}

/**
 * Reads the body of a request, parsed or not, and keeps it readable.
 *
 * @param maxBytes checked while reading, so that at most one chunk beyond it is kept in memory
 * @throws {IdempotencyError} `IDEMPOTENCY_BODY_TOO_LARGE`; `IDEMPOTENCY_BODY_CONSUMED` if an outer layer has read the
 *   body, and neither kept it nor parsed it as a form
 */
export async function readRequestBody(
  request: ServerRequestInterface,
  factories: StreamFactoryInterface,
  maxBytes: number,
): Promise<ReadBody> {
  if (!isConsumed(request.getBody())) return readBytes(request, factories, maxBytes);
  // A layer may have passed on a copy from before it parsed the body, or data other than it parsed.
  const parsed = await parseBody(request.withParsedBody(null));
  if (!isConsumed(parsed.getBody())) return readBytes(parsed, factories, maxBytes);
  const hasData = request.getParsedBody() !== null;
  const form = parsed.getParsedBody() === null ? request : parsed;
  const body = form.getBody();
  // The parser has read the whole body, so `tell` is its size.
  if (body.isReadable() && body.tell() > maxBytes) throw tooLarge(maxBytes);
  const content = await formContent(form, (file) => readAgain(file.getStream(), maxBytes));
  if (content !== null) return { bytes: bytesOf(content), request: hasData ? request : parsed };
  throw new IdempotencyError(
    'IDEMPOTENCY_BODY_CONSUMED',
    null,
    'idempotency() found a body that was already read; add it outside the layer that reads the body',
  );
}

function isConsumed(body: StreamInterface): boolean {
  return !body.isReadable() || (!body.isSeekable() && body.tell() > 0);
}

async function readBytes(
  request: ServerRequestInterface,
  factories: StreamFactoryInterface,
  maxBytes: number,
): Promise<ReadBody> {
  const body = request.getBody();
  if (body.isSeekable()) return { bytes: await readAgain(body, maxBytes), request };
  if ((body.getSize() ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const bytes = await collect(body, maxBytes);
  return { bytes, request: request.withBody(factories.createStream(bytes)) };
}

/** Reads a stream from its start, and rewinds it. */
async function readAgain(stream: StreamInterface, maxBytes: number): Promise<Uint8Array> {
  if ((stream.getSize() ?? 0) > maxBytes) throw tooLarge(maxBytes);
  stream.rewind();
  const content = stream.inMemory() ?? (await stream.getContents());
  stream.rewind();
  return bytesOf(content);
}

/** Returns the bytes of in-memory content; a string is encoded as UTF-8. */
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
  const message = `The request body exceeds the limit of ${maxBytes} bytes.`;
  return new IdempotencyError('IDEMPOTENCY_BODY_TOO_LARGE', null, message);
}
