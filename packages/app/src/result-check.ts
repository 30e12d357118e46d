import { isThenable } from '@mortise/base';
import {
  BODY_TAKEN,
  claimBody,
  closeUnsent,
  fromWebResponse,
  isKept,
  isResponse,
  isWebResponse,
  withUnknownLength,
  type WebResponse,
} from '@mortise/base/message';
import type {
  Awaitable,
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { upgradeOf } from '@mortise/base/upgrade';
import { AppError } from './app-error.js';
import { withUnseen } from './lost-errors.js';

const KEPT_BODY = '; for 101, use upgradeTo(), and keep its body in layers';

/** What a handler can return: a response, or a platform `Response`. */
export type HandlerResult = ResponseInterface | WebResponse;

/** Returns the response for a handler's result. Throws, or rejects, for a value that is not a response. */
export type ResultCheck = (
  result: Awaitable<HandlerResult>,
  request: ServerRequestInterface,
) => Awaitable<ResponseInterface>;

function invalid(place: string, why: string): AppError {
  return new AppError('RESPONSE_INVALID', `${place} returned an invalid response: ${why}`);
}

/**
 * Returns what a handler or a layer returned if it is a response that can be sent. Its body is closed when the request
 * ends, unless it is in memory: an outer layer can drop it.
 *
 * @param place the name of the handler or the layer, for the error
 * @throws {AppError} `RESPONSE_MISSING`; `RESPONSE_KEPT` for the response of another request; `RESPONSE_INVALID` for a
 *   status that is not final: a body that is not in memory is then closed; and for a body that belongs to the response to
 *   another request
 */
export function ensureResponse(
  result: ResponseInterface,
  place: string,
  request: ServerRequestInterface,
): ResponseInterface {
  if (!isResponse(result)) throw withUnseen(AppError.noResponse(place, result), request);
  return ensureFinal(result, place, request);
}

function ensureFinal(
  response: ResponseInterface,
  place: string,
  request: ServerRequestInterface,
): ResponseInterface {
  const status = response.getStatusCode();
  if (status < 200 && upgradeOf(response) === null) {
    closeUnsent(response.getBody());
    throw invalid(
      place,
      `status ${status} is not final: expected 200 or above${status === 101 ? KEPT_BODY : ''}`,
    );
  }
  if (isKept(response, request)) throw AppError.keptResponse(place);
  // A body in memory is writable, and can be that of all requests.
  if (!response.getBody().isWritable()) closeAtEnd(response, place, request);
  return response;
}

// Separate, because a function that contains closures allocates their context on every call.
function closeAtEnd(
  response: ResponseInterface,
  place: string,
  request: ServerRequestInterface,
): void {
  const body = response.getBody();
  const lifetime = request.getLifetime();
  if (!claimBody(body, lifetime)) throw invalid(place, BODY_TAKEN);
  lifetime.onEnd(() => {
    body.close();
  });
}

/**
 * Creates a check of what a handler returned, applied where the handler is called. A platform `Response` is converted
 * to a PSR-7 response, so that layers see nothing else. A body that is not in memory is closed when the request ends, even
 * if a layer has replaced it.
 *
 * @param place the name of the handler, for the error
 * @returns a function that throws {@link AppError} `RESPONSE_MISSING`, `RESPONSE_KEPT` or `RESPONSE_INVALID`, or rejects with it
 */
export function resultCheck(place: string, factories: HttpFactoriesInterface): ResultCheck {
  const check = (result: HandlerResult, request: ServerRequestInterface): ResponseInterface =>
    isResponse(result)
      ? ensureFinal(result, place, request)
      : isWebResponse(result)
        ? converted(result, request)
        : ensureResponse(result, place, request);
  const refused = (why: string) => invalid(place, why);
  const converted = (result: WebResponse, request: ServerRequestInterface): ResponseInterface => {
    const response = fromWebResponse(result, factories, refused);
    if (result.body === null) {
      // To HEAD, fetch-style handlers respond without the body of GET.
      return request.getMethod() === 'HEAD' ? withUnknownLength(response, factories) : response;
    }
    return ensureFinal(response, place, request);
  };
  // The `then` of another object may return nothing.
  const checkLater = (result: PromiseLike<HandlerResult>, request: ServerRequestInterface) =>
    Promise.resolve(result).then((late) => check(late, request));
  return (result, request) =>
    isThenable(result) ? checkLater(result, request) : check(result, request);
}
