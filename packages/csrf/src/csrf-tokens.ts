import { markPassesErrors } from '@mortise/base';
import { OptionChecks } from '@mortise/base/options';
import type {
  AttributeKey,
  MiddlewareInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { CSRF_SECRET, SESSION, type SessionInterface } from '@mortise/session';
import { CsrfError, CsrfOptionError, CsrfSessionMissingError } from './csrf-error.js';
import { isSafeMethod } from './safe-method.js';
import { isTokenOf, maskedToken, newSecret } from './token.js';

/** The token of a request, for its form. Names are Slim-Csrf's. */
export interface CsrfInterface {
  /** Name of the form's field for the name: `csrf_name`. */
  getTokenNameKey(): string;

  /** Name of the form's field for the value: `csrf_value`. */
  getTokenValueKey(): string;

  /** Value of the first field: the prefix. */
  getTokenName(): string;

  /** Value of the second field, the same for the whole request. The first call creates the session's secret. */
  getTokenValue(): string;

  /** Creates another value; all of a session are valid. @returns both fields by name */
  generateToken(): Readonly<Record<string, string>>;

  /** Whether a name and a value are those of a token of this session. */
  validateToken(name: unknown, value: unknown): boolean;
}

/** The token of the request, set by {@link csrfTokens}. */
export const CSRF: AttributeKey<CsrfInterface> = 'mortise.csrf';

/** How tokens are named. */
export interface CsrfTokenOptions {
  /** The prefix of both fields: `'csrf'` by default, for `csrf_name` and `csrf_value`. Letters, digits, `-` and `_`. */
  readonly prefix?: string;

  /**
   * Whether name and value are attributes of the request too, as in Slim; default `false`: then every visitor gets a
   * session.
   */
  readonly attributes?: boolean;

  /** The source of random bytes; default that of WebCrypto. */
  readonly random?: (bytes: number) => Uint8Array;
}

const HEADER = 'X-CSRF-Token';
const PREFIX = /^[\w-]{1,64}$/;

/**
 * Refuses requests that can change something without a token of their session, with 403: the second protection, in
 * addition to `crossOriginProtection`. The token is in the fields of a parsed form, or in the header `X-CSRF-Token`. Add
 * it inside `session` and body parsing.
 *
 * @throws {CsrfOptionError} if an option is unknown or has a wrong value
 */
export function csrfTokens(options: CsrfTokenOptions = {}): MiddlewareInterface {
  const checks = new OptionChecks(CsrfOptionError);
  checks.names(options, { prefix: 0, attributes: 0, random: 0 });
  const { prefix = 'csrf', attributes = false, random = randomBytes } = options;
  const isPrefix = typeof prefix === 'string' && PREFIX.test(prefix);
  checks.that(isPrefix, 'prefix', prefix, '1 to 64 letters, digits, - and _');
  checks.that(typeof attributes === 'boolean', 'attributes', attributes, 'true or false');
  checks.callable('random', random);
  return markPassesErrors<MiddlewareInterface>({
    name: 'csrfTokens',
    process(request, handler) {
      const session = request.getAttribute(SESSION);
      if (session === undefined) throw new CsrfSessionMissingError();
      const token = new SessionToken(session, prefix, random);
      if (!isSafeMethod(request) && !hasToken(request, token))
        throw CsrfError.refused('CSRF_TOKEN');
      const inner = request.withAttribute(CSRF, token);
      return handler.handle(attributes ? inner.withAttributes(token.generateToken()) : inner);
    },
  });
}

class SessionToken implements CsrfInterface {
  readonly #session: SessionInterface;
  readonly #prefix: string;
  readonly #random: (bytes: number) => Uint8Array;
  #value: string | null = null;

  constructor(session: SessionInterface, prefix: string, random: (bytes: number) => Uint8Array) {
    this.#session = session;
    this.#prefix = prefix;
    this.#random = random;
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
    // The secret is read each time: a login in this request has dropped the previous one.
    const value = this.#value;
    if (value !== null && this.validateToken(this.#prefix, value)) return value;
    return (this.#value = maskedToken(this.#secret(), this.#random));
  }

  generateToken(): Readonly<Record<string, string>> {
    this.#value = maskedToken(this.#secret(), this.#random);
    return { [this.getTokenNameKey()]: this.#prefix, [this.getTokenValueKey()]: this.#value };
  }

  validateToken(name: unknown, value: unknown): boolean {
    const secret = this.#session.get(CSRF_SECRET);
    return secret !== undefined && name === this.#prefix && isTokenOf(secret, value);
  }

  /** Two pages that need the first token of a session at the same time use the secret that is stored first. */
  #secret(): string {
    const known = this.#session.get(CSRF_SECRET);
    if (known !== undefined) return known;
    const made = newSecret(this.#random);
    this.#session.update(CSRF_SECRET, (stored) => stored ?? made);
    return made;
  }
}

/** The fields of a form win over the header. */
function hasToken(request: ServerRequestInterface, token: CsrfInterface): boolean {
  const form: object = request.getParsedBody() ?? {};
  const name = ownField(form, token.getTokenNameKey());
  if (name !== undefined)
    return token.validateToken(name, ownField(form, token.getTokenValueKey()));
  return token.validateToken(token.getTokenName(), request.getHeaderLine(HEADER));
}

function ownField(form: object, name: string): unknown {
  return Object.hasOwn(form, name) ? (form as Readonly<Record<string, unknown>>)[name] : undefined;
}

function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
