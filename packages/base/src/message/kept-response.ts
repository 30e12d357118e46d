import type {
  RequestLifetimeInterface,
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import { KEPT_RESPONSE } from '../symbols.js';
import { remoteAddress } from './remote-address.js';

/** The one request that may get a response. */
interface Claim {
  readonly lifetime: RequestLifetimeInterface;
  /** The visitor to whose other requests the response can be returned; `null` if it is for its request alone. */
  readonly visitor: Visitor | null;
  /** The value of the `Set-Cookie` header that only this response has; `null` if there is none. */
  readonly cookie: string | null;
  /** `true` once a client has got the response, or will get it. A request that code has created has no client. */
  isSent: boolean;
}

/** The cookie that identifies a visitor. */
interface Visitor {
  readonly name: string;
  readonly value: string;
}

/** `null` until the first request gets the response. */
type Noted = { readonly [KEPT_RESPONSE]?: Claim | null };

/** In the object itself: a `WeakMap` with an entry for each response would take a quarter of a request. */
function note(target: ResponseInterface | StreamInterface, claim: Claim | null): void {
  Reflect.defineProperty(target, KEPT_RESPONSE, { value: claim, configurable: true });
}

/** Notes that a response has a cookie for one request, the first that gets it; returns the response. */
export function withOwnCookie<R extends ResponseInterface>(response: R): R {
  note(response, null);
  return response;
}

/**
 * Notes that only one request can get a response.
 *
 * @param cookie the value of its `Set-Cookie` header if it is different for each request: copies of the response with
 *   other headers are then recognized too; otherwise `null`
 */
export function claimResponse(
  response: ResponseInterface,
  request: ServerRequestInterface,
  cookie: string | null,
): void {
  const claim = claimOf(request, cookie, null);
  note(response, claim);
  // Layers add headers to copies of the response, which keep its body.
  if (cookie !== null) note(response.getBody(), claim);
}

/** Notes that only requests with the same value of a cookie can get a response. */
export function claimForVisitor(
  response: ResponseInterface,
  request: ServerRequestInterface,
  name: string,
): void {
  const value = request.getCookieParams()[name];
  if (value === undefined) return;
  note(response, claimOf(request, null, { name, value }));
}

/**
 * Whether a response must not be sent to the client of a request, because it was kept from another one. Responses
 * without cookies that were created outside a session can be sent any number of times.
 *
 * @param hasCookie whether it is known to have a `Set-Cookie` header: it can then be sent once
 */
export function isKept(
  response: ResponseInterface,
  request: ServerRequestInterface,
  hasCookie = false,
): boolean {
  const { [KEPT_RESPONSE]: claim } = response as Noted;
  if (claim === null || (claim === undefined && hasCookie)) {
    note(response, claimOf(request, null, null));
  } else if (claim !== undefined && isOther(claim, request)) return true;
  const { [KEPT_RESPONSE]: ofBody } = response.getBody() as Noted;
  return (
    ofBody != null &&
    isOther(ofBody, request) &&
    response.getHeader('Set-Cookie').includes(ofBody.cookie as string)
  );
}

function isOther({ lifetime, isSent, visitor }: Claim, request: ServerRequestInterface): boolean {
  if (!isSent || lifetime === request.getLifetime()) return false;
  return visitor === null || request.getCookieParams()[visitor.name] !== visitor.value;
}

function claimOf(
  request: ServerRequestInterface,
  cookie: string | null,
  visitor: Visitor | null,
): Claim {
  const lifetime = request.getLifetime();
  const claim: Claim = { lifetime, visitor, cookie, isSent: remoteAddress(request) !== null };
  if (!claim.isSent) {
    lifetime.onEnd(({ status }) => {
      claim.isSent = status !== null;
    });
  }
  return claim;
}
