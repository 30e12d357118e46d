import { andThen } from '@mortise/base';
import { withOwnCookie } from '@mortise/base/message';
import { nested, observer, options, type Complete } from '@mortise/base/options';
import type {
  AttributeKey,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { ReadCookies } from './read-cookies.js';
import { checkKeyRing, type KeyRing } from './key-ring.js';
import { decryptValue, encryptValue, signValue, verifyValue } from './sealed-value.js';
import { type CookieAttributes, setCookieValue } from './set-cookie-value.js';

/** The verified or decrypted cookies of a request. */
export interface CookiesInterface {
  /**
   * Verifies or decrypts a cookie.
   *
   * @returns the value; `null` if the cookie is absent, or was not created with a key of the ring; in that case,
   *   `onEvent` is called. Rejects with `COOKIE_LATE` if a streamed body is the first to read a cookie, unless the response
   *   has `Cache-Control: no-store`
   */
  get(name: string): Promise<string | null>;
}

/**
 * The request attribute that contains the cookies, set by {@link signedCookies} or {@link encryptedCookies}. If both
 * are added, the inner one wins.
 */
export const COOKIES: AttributeKey<CookiesInterface> = 'mortise.cookies';

/** A cookie that no key of the ring can verify or decrypt. The event does not contain its value. */
export interface CookieEvent {
  readonly type: 'cookie-refused';
  /** The name of the refused cookie. */
  readonly name: string;
  /** The request that sent the cookie. */
  readonly request: ServerRequestInterface;
}

/** Options of {@link signedCookies} and {@link encryptedCookies}. */
export interface CookiesOptions {
  /**
   * The keys, as strings or byte arrays of at least 32 bytes each: the first one signs and encrypts, and all of them
   * verify and decrypt. Checked when the middleware is created.
   */
  readonly keys: KeyRing;

  /**
   * Called with `{ type: 'cookie-refused', name, request }` for each cookie that no key verifies. If it throws or
   * rejects, the failure is written to the console.
   */
  readonly onEvent?: ((event: CookieEvent) => void) | undefined;
}

type Read = (keys: KeyRing, name: string, value: string) => Promise<string | null>;

const rules = { keys: nested(checkKeyRing), onEvent: observer };
const declaredSigned = options<CookiesOptions>()('signedCookies', rules);
const declaredEncrypted = options<CookiesOptions>()('encryptedCookies', rules);

/**
 * Returns middleware that adds {@link COOKIES} to requests, for cookies of {@link withSignedCookie}. A cookie is
 * verified only when you call `get`.
 *
 * @throws {OptionError} if an option is unknown, or a key is shorter than 32 bytes
 */
export function signedCookies(given: CookiesOptions): MiddlewareInterface {
  return middleware('signedCookies', declaredSigned(given), verifyValue);
}

/**
 * Returns middleware that adds {@link COOKIES} to requests, for cookies of {@link withEncryptedCookie}. A cookie is
 * decrypted only when you call `get`.
 *
 * @throws {OptionError} if an option is unknown, or a key is shorter than 32 bytes
 */
export function encryptedCookies(given: CookiesOptions): MiddlewareInterface {
  return middleware('encryptedCookies', declaredEncrypted(given), decryptValue);
}

/**
 * Adds a signed cookie to a response. Clients can read it, but cannot change it.
 *
 * @param keys the array passed to {@link signedCookies}, not a copy, so that its keys are imported once
 * @throws {SetCookieError} `COOKIE_TOO_LARGE`, as a rejection; {@link setCookieValue} lists the others
 */
export async function withSignedCookie<R extends ResponseInterface>(
  response: R,
  keys: KeyRing,
  name: string,
  value: string,
  attributes?: CookieAttributes,
): Promise<R> {
  const signed = await signValue(keys, name, value);
  return withOwnCookie(
    response.withAddedHeader('Set-Cookie', setCookieValue(name, signed, attributes)),
  );
}

/**
 * Adds an encrypted cookie to a response. Clients can neither read nor change it.
 *
 * @param keys the array passed to {@link encryptedCookies}, not a copy, so that its keys are imported once
 * @throws {SetCookieError} `COOKIE_TOO_LARGE`, as a rejection; {@link setCookieValue} lists the others
 */
export async function withEncryptedCookie<R extends ResponseInterface>(
  response: R,
  keys: KeyRing,
  name: string,
  value: string,
  attributes?: CookieAttributes,
): Promise<R> {
  const encrypted = await encryptValue(keys, name, value);
  return withOwnCookie(
    response.withAddedHeader('Set-Cookie', setCookieValue(name, encrypted, attributes)),
  );
}

function middleware(
  name: string,
  { keys, onEvent }: Complete<CookiesOptions>,
  readValue: Read,
): MiddlewareInterface {
  return {
    name,
    process(request, handler) {
      const cookies = new ReadCookies(request, async (cookie, given) => {
        const value = await readValue(keys, cookie, given);
        if (value === null) onEvent({ type: 'cookie-refused', name: cookie, request });
        return value;
      });
      return andThen(handler.handle(request.withAttribute(COOKIES, cookies)), (response) =>
        cookies.respond(response),
      );
    },
  };
}
