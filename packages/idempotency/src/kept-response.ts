import { isSpent } from '@mortise/base/adapter';
import { remainingSize } from '@mortise/base/message';
import type {
  ResponseFactoryInterface,
  ResponseInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { parseContentLength } from '@mortise/http-syntax';
import type { ResponseRecord } from './idempotency-record.js';
import { keptHeaders } from './kept-headers.js';
import { recordedStream, type Settle } from './recorded-stream.js';
import { bytesOf } from './read-request-body.js';

/**
 * Passes the body of a response to `settle`: before the response is sent if the body's size is known; otherwise after
 * the body was sent, but before the client sees its end.
 *
 * A stream is `incomplete` if it ends before or after its length, which is `Content-Length` or the stream's size: an
 * adapter aborts such a response. A body in memory always has its actual length.
 *
 * @param maxBytes maximum bytes of a body to keep
 * @returns the response to send, with the same content
 */
export async function recordResponse(
  response: ResponseInterface,
  factories: StreamFactoryInterface,
  maxBytes: number,
  settle: Settle,
): Promise<ResponseInterface> {
  const body = response.getBody();
  if (response.getStatusCode() < 200) {
    await settle('informational');
    return response;
  }
  if (body.isSeekable()) body.rewind();
  const content = body.inMemory();
  if (content !== null) {
    const bytes = bytesOf(content);
    if (isSpent(body, content)) await settle('incomplete');
    else await settle(bytes.length > maxBytes ? 'too-large' : bytes);
    return response;
  }
  const left = remainingSize(body);
  const length = parseContentLength(response.getHeaderLine('Content-Length')) ?? left;
  const settleWhole: Settle = (kept) =>
    settle(
      typeof kept === 'string' || (length ?? kept.length) === kept.length ? kept : 'incomplete',
    );
  if (left === null) {
    const recorded = recordedStream(body, maxBytes, settleWhole);
    return response.withBody(factories.createStreamFromResource(recorded));
  }
  if (left > maxBytes) {
    await settle('too-large');
    return response;
  }
  const bytes = await body.getContents();
  await settleWhole(bytes.length > maxBytes ? 'too-large' : bytes);
  body.close();
  const isWhole = bytes.length === length;
  return isWhole
    ? response.withBody(factories.createStream(bytes))
    : response
        .withHeader('Content-Length', String(length))
        .withBody(factories.createStreamFromResource(chunkOf(bytes)));
}

/** Returns a stream of unknown size, so that an adapter compares it with the declared length. */
async function* chunkOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** Returns the record of a response. @param body the whole body */
export function responseRecord(
  fingerprint: string,
  response: ResponseInterface,
  body: Uint8Array,
): ResponseRecord {
  const raw = response.getRawHeaders();
  const pairs = raw.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : [],
  );
  return {
    kind: 'response',
    fingerprint,
    status: response.getStatusCode(),
    reason: response.getReasonPhrase(),
    headers: keptHeaders(pairs).flat(),
    body,
  };
}

/** Creates a response from a record, with `Idempotency-Replayed: true`. */
export function replayedResponse(
  { status, reason, headers, body }: ResponseRecord,
  factories: ResponseFactoryInterface & StreamFactoryInterface,
): ResponseInterface {
  let response = factories.createResponse(status, reason).withBody(factories.createStream(body));
  for (let at = 0; at < headers.length; at += 2) {
    response = response.withAddedHeader(headers[at] ?? '', headers[at + 1] ?? '');
  }
  return response.withHeader('Idempotency-Replayed', 'true');
}
