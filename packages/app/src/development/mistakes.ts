import { CodedError, isClientText, memberOf, quote, warnOnce } from '@mortise/base';
import { warnOfPublic } from '@mortise/base/message';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { checkedCallback } from './checked-callback.js';
import { checkedMiddleware } from './checked-middleware.js';
import { cookieLifetimeWarning } from './cookie-lifetime-warning.js';
import { noteHint, type Suspects } from './hint.js';
import { unparsedBodyWarning } from './unparsed-body-warning.js';
import { type KnownRoutes, missedPreflightWarning, nearRouteWarning } from './unrouted-warnings.js';
import { watchedHandler } from './watched-handler.js';

/**
 * What an application in development looks for, by the place that calls it. In production there is none (`null`), so that
 * the code on the way of a request has one line for each place.
 */
export interface Mistakes {
  /** For each request that enters the application: its body is read before it is parsed (`BODY_NOT_PARSED`). */
  readonly ofRequest: (request: ServerRequestInterface) => void;

  /** Wraps middleware: it passes no request on, assigns to a request, or drops a result (`RESULT_DROPPED`). */
  readonly ofMiddleware: typeof checkedMiddleware;

  /** Wraps what middleware of the application calls: it waits for errors that it cannot see (`ERROR_NOT_SEEN`). */
  readonly ofInner: typeof watchedHandler;

  /** Wraps a callback: it assigns to its response, writes a promise to it, or drops a result. */
  readonly ofCallback: typeof checkedCallback;

  /**
   * For each finished response: a cookie lasts longer than browsers keep it (`COOKIE_LIFETIME`), or the response sets a
   * cookie and is `public` (`CACHE_PUBLIC`).
   */
  readonly ofResponse: (response: ResponseInterface, request: ServerRequestInterface) => void;

  /** For each request to an unknown path: a similar one has a route (`ROUTE_NOT_FOUND`). */
  readonly ofUnknownPath: (request: ServerRequestInterface) => void;

  /** For each other request without a route: it is the preflight of one with a `cors` layer (`PREFLIGHT_MISSED`). */
  readonly ofRefused: (request: ServerRequestInterface) => void;
}

/** Creates what looks for mistakes with these routes. */
export function mistakesWith(routes: KnownRoutes): Mistakes {
  const ofCookies = cookieLifetimeWarning();
  return {
    ofRequest: unparsedBodyWarning(),
    ofMiddleware: checkedMiddleware,
    ofInner: watchedHandler,
    ofCallback: checkedCallback,
    ofResponse(response, request) {
      ofCookies(response, request);
      warnOfPublic(response);
    },
    ofUnknownPath: nearRouteWarning(routes),
    ofRefused: missedPreflightWarning(routes),
  };
}

/** The parts of an error that the response contains. */
interface Shown {
  readonly status: number;
  readonly detail: string;
}

/** Looks for the mistake that caused an error, before it is logged. @param details whether the response shows everything */
export type ErrorMistakes = (
  request: ServerRequestInterface,
  error: Error,
  shown: Shown,
  details: boolean,
) => void;

/**
 * Creates the function that is called with each error: the error gets a hint, and an error of the program, or of a library, with a
 * status below 500 and a text that its response does not contain, is a warning (`ERROR_TEXT_HIDDEN`).
 *
 * @param suspects returns the code that could have caused the error of a request
 * @param development without it, errors get hints only if their details are shown
 */
export function mistakesOfErrors(
  suspects: (request: ServerRequestInterface) => Suspects,
  development: boolean,
): ErrorMistakes {
  const warnNow = warnOnce('ERROR_TEXT_HIDDEN');
  return (request, error, { status, detail }, details) => {
    if (!development && !details) return;
    noteHint(error, () => suspects(request), details);
    const text = memberOf(error, 'message');
    const isHidden = development && !details && detail === '' && status < 500 && text !== '';
    // Errors of Mortise tell clients what they may know.
    if (!isHidden || error instanceof CodedError || isClientText(error)) return;
    warnNow(
      `the response to an error with the status ${status} does not contain its text: ${quote(text)}`,
      `Messages of unknown errors can contain secrets. If this one is for clients, write throw httpError(${status}, text, { cause: error }).`,
    );
  };
}
