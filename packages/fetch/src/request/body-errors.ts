import { FetchAdapterError } from '../fetch-adapter-error.js';

/** 413: the body exceeds `bodyInMemory`. */
export function bodyTooLarge(limit: number): FetchAdapterError {
  const text = `The request body exceeds the limit of ${limit} bytes.`;
  return new FetchAdapterError('BODY_TOO_LARGE', text, 413);
}

/** 408: a read waited for too long. */
export function bodyIdle(milliseconds: number): FetchAdapterError {
  const text = `No request body data arrived for ${milliseconds} ms.`;
  return new FetchAdapterError('BODY_IDLE_TIMEOUT', text, 408);
}

/** 408: the whole body took too long. */
export function bodyIncomplete(milliseconds: number): FetchAdapterError {
  const text = `The request body did not arrive within ${milliseconds} ms.`;
  return new FetchAdapterError('BODY_TIMEOUT', text, 408);
}

/** 408: the client sends too few bytes per second. */
export function bodyTooSlow(minRate: number): FetchAdapterError {
  const text = `The request body is too slow; expected at least ${minRate} bytes per second.`;
  return new FetchAdapterError('BODY_TOO_SLOW', text, 408);
}

/** The body has already been read, by code of the server. */
export function bodyConsumed(): FetchAdapterError {
  const text =
    'the request body has already been read, or its request has ended: it can be read only once, before you return the response';
  return new FetchAdapterError('BODY_CONSUMED', text);
}
