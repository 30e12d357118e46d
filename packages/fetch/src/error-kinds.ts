import { FetchAdapterError } from './fetch-adapter-error.js';

/** Whether the application could not read the headers, and so not respond to the error either. */
export function isOfHead(error: unknown): boolean {
  return (
    error instanceof FetchAdapterError &&
    (error.code === 'HEADERS_TOO_LARGE' || error.code === 'HEADER_VALUE_INVALID')
  );
}

/** Whether an error only says that the client has disconnected. */
export function isClientGone(error: unknown): error is FetchAdapterError {
  return error instanceof FetchAdapterError && error.code === 'REQUEST_ABORTED';
}

/** Whether an error ends waiting for the handler: its time is over, or the client has disconnected. */
export function isEndOfWaiting(error: unknown): error is FetchAdapterError {
  const isLate = error instanceof FetchAdapterError && error.code === 'HANDLER_TIMEOUT';
  return isLate || isClientGone(error);
}
