import type {
  RequestLifetimeInterface,
  ResponseInterface,
  ServerRequestInterface,
  StreamInterface,
} from '@mortise/http-message';
import { KEPT_RESPONSE } from '../symbols.js';
import { remoteAddress } from './remote-address.js';

/** The cookie that identifies a visitor. */
interface Visitor {
  readonly name: string;
  readonly value: string;
}

/** The one request that may get a response. Its members are private: a response that is logged must not show the cookie. */
class Claim {
  readonly #lifetime: RequestLifetimeInterface;
  readonly #visitor: Visitor | null;
  readonly #cookie: string | null;
  /** Whether copies of the response belong to the visitor too: see {@link keepClaim}. */
  readonly isForCopies: boolean;
  /** `true` once a client has got the response, or will get it. A request that code has created has no client. */
  #isSent: boolean;

  /**
   * @param cookie the value of the `Set-Cookie` header that only this response has; `null` if there is none
   * @param visitor the visitor to whose other requests the response can be returned; `null` if it is for its request alone
   */
  constructor(request: ServerRequestInterface, cookie: string | null, visitor: Visitor | null) {
    this.#lifetime = request.getLifetime();
    this.#visitor = visitor;
    this.#cookie = cookie;
    this.isForCopies = visitor !== null;
    this.#isSent = remoteAddress(request) !== null;
    if (!this.#isSent) this.#waitForEnd();
  }

  #waitForEnd(): void {
    this.#lifetime.onEnd(({ status }) => {
      this.#isSent = status !== null;
    });
  }

  /** Whether the client of another request has got the response, and that of this one must not. */
  excludes(request: ServerRequestInterface): boolean {
    if (!this.#isSent || this.#lifetime === request.getLifetime()) return false;
    const visitor = this.#visitor;
    return visitor === null || request.getCookieParams()[visitor.name] !== visitor.value;
  }

  /** Whether a copy of the response still sets its cookie. */
  isOf(copy: ResponseInterface): boolean {
    return this.#cookie !== null && copy.getHeader('Set-Cookie').includes(this.#cookie);
  }
}

/** `null` until the first request gets the response. */
type Noted = { [KEPT_RESPONSE]?: Claim | null };

/**
 * Notes a claim in the object itself: a `WeakMap` with an entry for each response would take a quarter of a request.
 * Messages and bodies that are frozen are not noted.
 */
function note(target: ResponseInterface | StreamInterface, claim: Claim | null): void {
  if (Object.isExtensible(target)) (target as Noted)[KEPT_RESPONSE] = claim;
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
  const claim = new Claim(request, cookie, null);
  note(response, claim);
  // Layers add headers to copies of the response, which keep its body.
  if (cookie !== null) note(response.getBody(), claim);
}

/** Notes that only requests with the same value of a cookie can get a response, and its copies. */
export function claimForVisitor(
  response: ResponseInterface,
  request: ServerRequestInterface,
  name: string,
): void {
  const value = request.getCookieParams()[name];
  if (value !== undefined) note(response, new Claim(request, null, { name, value }));
}

/**
 * Lets a copy of a response belong to the same visitor. For message implementations, which call it for each copy of a
 * response: layers that keep one add headers before or after.
 *
 * @returns the copy
 */
export function keepClaim<R extends ResponseInterface>(copy: R, original: R): R {
  const { [KEPT_RESPONSE]: claim } = original as Noted;
  if (claim?.isForCopies === true) note(copy, claim);
  return copy;
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
    note(response, new Claim(request, null, null));
  } else if (claim?.excludes(request) === true) return true;
  const { [KEPT_RESPONSE]: ofBody } = response.getBody() as Noted;
  return ofBody?.excludes(request) === true && ofBody.isOf(response);
}
