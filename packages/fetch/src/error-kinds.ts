import { FetchAdapterError } from './fetch-adapter-error.js';

/** Whether an error means that the headers cannot be read, so that the application cannot respond to it either. */
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

/** Whether an error ends the wait for the handler: its time is up, or the client has disconnected. */
export function isEndOfWaiting(error: unknown): error is FetchAdapterError {
  const isLate = error instanceof FetchAdapterError && error.code === 'HANDLER_TIMEOUT';
  return isLate || isClientGone(error);
}
