import type {
  ResponseFactoryInterface,
  ResponseInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import type { ResponseRecord } from './idempotency-record.js';
import { keptHeaders } from './kept-headers.js';
import { recordedStream, type Settle } from './recorded-stream.js';
import { bytesOf } from './read-request-body.js';

/**
 * Passes the body of a response to `settle`: before it is sent, if its size is known; otherwise when it has been sent,
 * before the client sees its end.
 *
 * @param maxBytes of a body that is kept
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
  const size = content?.length ?? body.getSize();
  if (size === null) {
    const recorded = recordedStream(body, maxBytes, settle);
    return response.withBody(factories.createStreamFromResource(recorded));
  }
  if (size > maxBytes) {
    await settle('too-large');
    return response;
  }
  const bytes = bytesOf(content ?? (await body.getContents()));
  await settle(bytes.length > maxBytes ? 'too-large' : bytes);
  if (content !== null) return response;
  body.close();
  return response.withBody(factories.createStream(bytes));
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

/** Creates the response of a record, with `Idempotency-Replayed: true`. */
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
