import type {
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import { ByteCollector } from '../byte-collector.js';
import { CodedError } from '../coded-error.js';
import { statusOf } from '../error-members.js';
import { FACTORIES } from '../keys.js';
import { isBodilessStatus } from '../message/bodiless-status.js';
import { closeUnsent } from '../message/close-unsent.js';
import { lengthMismatch } from './length-mismatch.js';
import { isResponse } from '../message/is-response.js';
import { noResponseText } from '../message/no-response-text.js';
import { withPatience } from './patience.js';
import { withSentHeaders } from './sent-headers.js';
import { sentLength } from './sent-length.js';
import { isSpent, SPENT } from './spent-body.js';

/** A response, and the content of its body. */
export interface ResponseInMemory {
  /** Its headers are those that a client receives, without those that concern only the connection. */
  readonly response: ResponseInterface;
  readonly content: Uint8Array;
}

/**
 * Calls a handler, reads the response body, and ends the request's lifetime as an adapter does over a socket: with the
 * status and the number of bytes read, 0 if there is no body. A stream must have the declared length, and a status
 * below 200 is rejected. For tests: the handler has no limits, but nothing may take longer than {@link PATIENCE}.
 *
 * @returns rejects with the error of the handler, or of a body that fails before the headers would be sent: the
 *   lifetime then ends with the error's status, and the length of its reason phrase as the bytes. Also rejects with the
 *   error of a body that fails later, or if nothing arrives, which abort the lifetime
 */
export function respondInMemory(
  handler: RequestHandlerInterface,
  request: ServerRequestInterface,
): Promise<ResponseInMemory> {
  return withPatience(request, (arrived) => respond(handler, request, arrived));
}

async function respond(
  handler: RequestHandlerInterface,
  request: ServerRequestInterface,
  arrived: () => void,
): Promise<ResponseInMemory> {
  const lifetime = request.getLifetime();
  let response: ResponseInterface;
  try {
    response = await handler.handle(request);
    arrived();
    if (!isResponse(response)) throw notAResponse(response);
  } catch (error) {
    await endWith(error, request);
    throw error;
  }
  const status = response.getStatusCode();
  const body = response.getBody();
  const read = new ByteCollector();
  const head = { isSent: false };
  let length: number;
  try {
    // A body in memory is not closed, because a constant response is sent again.
    if (body.inMemory() === null) {
      lifetime.onEnd(() => {
        body.close();
      });
    }
    if (status < 200)
      throw invalid(
        `the handler returned status ${status} instead of a final status, 200 or above`,
      );
    const isHead = request.getMethod() === 'HEAD';
    length = sentLength(status, isHead ? request : null, declaredLength(response), body);
    if (!isHead && !isBodilessStatus(status)) {
      if (isSpent(body, body.inMemory())) throw invalid(SPENT);
      await readBody(body, length, read, () => {
        head.isSent = true;
        arrived();
      });
    }
  } catch (error) {
    closeUnsent(body);
    if (head.isSent) await lifetime.abort(error, { status, bytes: read.size });
    else await endWith(error, request);
    throw error;
  }
  const bytes = read.size;
  const content = read.take();
  await lifetime.end({ status, bytes });
  return { response: withSentHeaders(response, length), content };
}

/**
 * Reads a body as it is sent over a socket.
 *
 * @param length of a stream; -1 if it is unknown
 * @param arrived called once the headers would be sent, and with each piece of the body
 */
async function readBody(
  body: StreamInterface,
  length: number,
  read: ByteCollector,
  arrived: () => void,
): Promise<void> {
  if (body.isSeekable()) body.rewind();
  let left = length === -1 || body.inMemory() !== null ? Infinity : length;
  // The headers are sent with the first chunk, or after a turn of the event loop without one.
  const turn = setTimeout(arrived);
  try {
    for await (const chunk of body) {
      if (chunk.length > left) throw mismatch('longer', left);
      arrived();
      left -= chunk.length;
      read.add(chunk);
    }
    if (left > 0 && left !== Infinity) throw mismatch('shorter', left);
  } finally {
    clearTimeout(turn);
  }
}

/** Ends a request as an adapter does after responding to an error. */
async function endWith(error: unknown, request: ServerRequestInterface): Promise<void> {
  const lifetime = request.getLifetime();
  const status = statusOf(error) ?? 500;
  const phrase = lifetime.getValue(FACTORIES)?.createResponse(status).getReasonPhrase() ?? '';
  const text = phrase === '' ? String(status) : phrase;
  await lifetime.end({ status, bytes: request.getMethod() === 'HEAD' ? 0 : text.length, error });
}

/** Returns the `Content-Length` of a response; -1 if it has none that is valid. */
function declaredLength(response: ResponseInterface): number {
  // Equal values are one (RFC 9110 8.6).
  const declared = /^(\d{1,15})(?:, ?\1)*$/.exec(response.getHeaderLine('Content-Length'));
  return declared === null ? -1 : Number(declared[1]);
}

function mismatch(how: 'longer' | 'shorter', bytes: number): Error {
  const error = new CodedError('RESPONSE_LENGTH_MISMATCH', lengthMismatch(how, bytes));
  return Object.assign(error, { status: 500 });
}

function notAResponse(value: unknown): Error {
  return invalid(noResponseText('the handler', value));
}

function invalid(text: string): Error {
  return Object.assign(new CodedError('RESPONSE_INVALID', text), { status: 500 });
}
