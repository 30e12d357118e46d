import { isThenable, warnOnce } from '@mortise/base';
import { CROSS_ORIGIN_CHECKED, CSRF as CSRF_KEY, type CsrfReading } from '@mortise/base/keys';
import { isDevelopment, isSafeMethod, parseBody, parserStateOf } from '@mortise/base/message';
import {
  boolean,
  choice,
  ensure,
  integer,
  optional,
  options,
  or,
  randomSource,
  rule,
} from '@mortise/base/options';
import type {
  AttributeKey,
  MiddlewareInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { CSRF_SECRET, SESSION, type SessionInterface } from '@mortise/session';
import { acceptedValue, noteAccepted } from './accepted-token.js';
import { CsrfError, CsrfSetupError } from './csrf-error.js';
import { oneUseTokens } from './one-use-tokens.js';
import { persistentTokens } from './persistent-tokens.js';
import type { TokenPool } from './token-pool.js';

/** The CSRF token of a request, for the forms on its page. Method names are those of Slim-Csrf. */
export interface CsrfInterface extends CsrfReading {
  /**
   * Creates another token, for a second form; earlier ones stay valid.
   *
   * @returns both form fields by name, such as `csrf_name` and `csrf_value`
   */
  generateToken(): Readonly<Record<string, string>>;

  /** Why this request was refused, if `onRefused` is `'pass'`; `null` for a valid token or a safe method. */
  readonly refusal: CsrfError | null;

  /** Whether a name and a value form a valid token of this session. Does not use up the token. */
  validateToken(name: unknown, value: unknown): boolean;
}

/** The request attribute that contains the token, set by {@link csrfTokens}. */
export const CSRF = CSRF_KEY as AttributeKey<CsrfInterface>;

/** Options of {@link csrfTokens}. */
export interface CsrfTokenOptions {
  /**
   * The prefix of both form fields: `'csrf'` by default, for `csrf_name` and `csrf_value`. 1 to 64 letters, digits, `-`
   * and `_`.
   */
  readonly prefix?: string | undefined;

  /**
   * Whether the name and value are also set as request attributes, as in Slim; default `false`. If `true`, every
   * visitor gets a session.
   */
  readonly attributes?: boolean | undefined;

  /**
   * Whether tokens stay valid until the next login; default `true`. If `false`, each is accepted once; this needs
   * `session` with a store, not `cookieSession`.
   */
  readonly persistent?: boolean | undefined;

  /**
   * Maximum number of unused tokens per session if `persistent` is `false`: 1 to 1,000, default 200. Beyond it, the
   * oldest is dropped.
   */
  readonly limit?: number | undefined;

  /**
   * What happens to a request without a valid token: `'throw'` (default) throws {@link CsrfError}, a 403; `'pass'` calls
   * the handler, which **must read** {@link CsrfInterface.refusal}, change nothing, and show the form again.
   */
  readonly onRefused?: 'throw' | 'pass' | undefined;

  /** The source of random bytes; default `crypto.getRandomValues`. */
  readonly random?: ((bytes: number) => Uint8Array) | undefined;
}

const HEADER = 'X-CSRF-Token';
const PREFIX = /^[\w-]{1,64}$/;
const MAX_LIMIT = 1000;
const declared = options<CsrfTokenOptions>()('csrfTokens', {
  prefix: or(
    rule(
      (value) => typeof value === 'string' && PREFIX.test(value),
      '1 to 64 letters, digits, - and _',
    ),
    'csrf',
  ),
  attributes: or(boolean, false),
  persistent: or(boolean, true),
  limit: optional(integer(1, MAX_LIMIT)),
  onRefused: or(choice('throw', 'pass'), 'throw'),
  random: randomSource,
});

/**
 * Returns middleware that requires a token of the session from requests with an unsafe method, and otherwise throws
 * {@link CsrfError}, a 403. It is a second protection, in addition to `crossOriginProtection`. The token is sent in two
 * form fields or in the `X-CSRF-Token` header. To read the fields, the body is parsed (`parseBody`), unless the session
 * has no token at all. Add it inside `session`. Nested layers with the same session need the same `prefix` and
 * `persistent`, because they accept the same token.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 */
export function csrfTokens(given: CsrfTokenOptions = {}): MiddlewareInterface {
  const { prefix, attributes, persistent, limit, onRefused, random } = declared(given);
  const isRead = !persistent || limit === undefined;
  ensure(isRead, 'csrfTokens.limit', limit, 'no limit, or persistent: false');
  const pool = persistent ? persistentTokens(random) : oneUseTokens(random, limit ?? 200);
  const warnNow = warnOnce('CSRF_TOKEN');
  const refused = (request: ServerRequestInterface, cause: Error | undefined): CsrfError => {
    if (cause !== undefined && isDevelopment(request))
      warnNow(`csrfTokens() refused a request: ${cause.message}`, SENDING);
    return CsrfError.refused('CSRF_TOKEN', cause);
  };
  return {
    name: 'csrfTokens',
    process(request, handler) {
      const session = request.getAttribute(SESSION);
      if (session === undefined) throw new CsrfSetupError('CSRF_SESSION_MISSING');
      const token = new SessionToken(session, prefix, pool);
      if (token.contradicts(request.getAttribute(CSRF))) throw new CsrfSetupError('CSRF_NESTED');
      const pass = (ready: ServerRequestInterface) => {
        let inner = ready.withAttribute(CSRF, token);
        if (attributes) {
          // Not `withAttributes`, which removes all other attributes in variant A.
          for (const [name, value] of Object.entries(token.generateToken())) {
            inner = inner.withAttribute(name, value);
          }
        }
        return handler.handle(inner);
      };
      if (isSafeMethod(request)) return pass(request);
      if (onRefused === 'throw' && hasNoToken(request, session)) {
        throw refused(request, new Error(NEW_SESSION));
      }
      const parsed = parseBody(request);
      return isThenable(parsed)
        ? parsed.then((ready) => pass(checked(ready, session, token)))
        : pass(checked(parsed, session, token));
    },
  };

  function checked(
    request: ServerRequestInterface,
    session: SessionInterface,
    token: SessionToken,
  ): ServerRequestInterface {
    const [name, value] = sentToken(request, token);
    const accepted = acceptedValue(request, session);
    const isAccepted = accepted !== null && name === prefix && value === accepted;
    if (isAccepted || token.validateToken(name, value)) {
      if (!isAccepted) {
        pool.use(session, value as string);
        noteAccepted(request, session, value as string);
      }
      request.getLifetime().setValue(CROSS_ORIGIN_CHECKED, true);
    } else {
      token.refusal = refused(request, probableCause(request, session, value));
      if (onRefused === 'throw') throw token.refusal;
    }
    return request;
  }
}

class SessionToken implements CsrfInterface {
  readonly #session: SessionInterface;
  readonly #prefix: string;
  readonly #pool: TokenPool;
  refusal: CsrfError | null = null;
  #value: string | null = null;

  constructor(session: SessionInterface, prefix: string, pool: TokenPool) {
    this.#session = session;
    this.#prefix = prefix;
    this.#pool = pool;
  }

  /** Whether an outer layer, whose token this is, would refuse the tokens of this one. */
  contradicts(outer: unknown): boolean {
    if (!(outer instanceof SessionToken) || outer.#session !== this.#session) return false;
    return outer.#prefix !== this.#prefix || outer.#pool.isOneUse !== this.#pool.isOneUse;
  }

  getTokenNameKey(): string {
    return `${this.#prefix}_name`;
  }

  getTokenValueKey(): string {
    return `${this.#prefix}_value`;
  }

  getTokenName(): string {
    return this.#prefix;
  }

  getTokenValue(): string {
    // Check the session each time: a login in this request deletes its tokens.
    const value = this.#value;
    if (value !== null && this.validateToken(this.#prefix, value)) return value;
    return (this.#value = this.#pool.create(this.#session));
  }

  generateToken(): Readonly<Record<string, string>> {
    this.#value = this.#pool.create(this.#session);
    return { [this.getTokenNameKey()]: this.#prefix, [this.getTokenValueKey()]: this.#value };
  }

  validateToken(name: unknown, value: unknown): boolean {
    return name === this.#prefix && this.#pool.isValid(this.#session, value);
  }
}

/** Returns the name and value that the client sent. Form fields take precedence over the header. */
function sentToken(
  request: ServerRequestInterface,
  token: CsrfInterface,
): readonly [name: unknown, value: unknown] {
  const form: object = request.getParsedBody() ?? {};
  const name = ownField(form, token.getTokenNameKey());
  if (name !== undefined) return [name, ownField(form, token.getTokenValueKey())];
  return [token.getTokenName(), request.getHeaderLine(HEADER)];
}

/** Whether no token can be valid for a session, so that the body need not be read. */
function hasNoToken(request: ServerRequestInterface, session: SessionInterface): boolean {
  return session.get(CSRF_SECRET) === undefined && acceptedValue(request, session) === null;
}

const NEW_SESSION =
  'new session: no page has created a token in it yet, its cookie was not sent, or the old session has ended';
const SENDING =
  'A page gets the hidden fields of its form from generateToken(), or from csrfFields() in a template; the client must send them back with the session cookie. Leave routes for clients that are not browsers outside this layer.';
const UNREAD_FORM =
  'no token: the route has { body: false }, so that its form is not read: send the token in the X-CSRF-Token header';
const NO_TOKEN =
  'no token: add it to the form or to the X-CSRF-Token header; forms are parsed with createApp({ body: {} }), and below a mount with mount(prefix, handler, { body: {} })';

/**
 * Returns the probable mistake in the application or the browser; `undefined` if a token was sent, which is wrong or
 * used up.
 */
function probableCause(
  request: ServerRequestInterface,
  session: SessionInterface,
  value: unknown,
): Error | undefined {
  if (!session.get(CSRF_SECRET)) return new Error(NEW_SESSION);
  if (value) return undefined;
  return new Error(parserStateOf(request) === 'refused' ? UNREAD_FORM : NO_TOKEN);
}

function ownField(form: object, name: string): unknown {
  return Object.hasOwn(form, name) ? (form as Readonly<Record<string, unknown>>)[name] : undefined;
}
