import { errorOf } from '@mortise/base/message';
import type {
  AttributeKey,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from './app-error.js';

/** Reports an error that no layer will see. */
export type ReportLost = (error: unknown, request: ServerRequestInterface) => void;

/** The last error of what a layer called, of a promise that the layer may have ignored. */
const UNSEEN: AttributeKey<unknown> = 'mortise.unseen-error';

/**
 * Lets a layer ignore a promise, as without `return`: its rejection does not end the process. The error is reported if the
 * request already has another outcome.
 */
export function canIgnore(
  response: PromiseLike<ResponseInterface>,
  request: ServerRequestInterface,
  lost: ReportLost,
): void {
  response.then(undefined, (error: unknown) => {
    const lifetime = request.getLifetime();
    const isLost = lifetime.ended || isMissing(errorOf(request));
    if (isLost) lost(error, request);
    else lifetime.setValue(UNSEEN, error);
  });
}

/** Gives the error for a missing response its cause: the error of what the layer called, if that has failed. */
export function withUnseen(error: AppError, request: ServerRequestInterface): AppError {
  const cause = request.getLifetime().getValue(UNSEEN);
  return cause === undefined ? error : Object.assign(error, { cause });
}

function isMissing(error: Error | null): boolean {
  return error instanceof AppError && error.code === 'RESPONSE_MISSING';
}
