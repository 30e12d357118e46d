import { isThenable } from '@mortise/base';
import { markErrors, withCacheMarks } from '@mortise/base/message';
import type {
  Awaitable,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AuthError } from './auth-error.js';
import { AUTHENTICATION } from './authentication.js';

/** The outcome of authenticating a request. */
export type AuthResult =
  /** The request has no credentials of the layer's schemes. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly error: AuthError }
  /** `request` has the attribute of the user. */
  | { readonly kind: 'accepted'; readonly request: ServerRequestInterface };

/** A layer that authenticates: `anyOf` composes several. */
export interface AuthInterface extends MiddlewareInterface {
  /** Whether requests without credentials pass. */
  readonly optional: boolean;

  /** The values of `WWW-Authenticate` for a request without credentials, one for each scheme. */
  readonly challenges: readonly string[];

  /** The request headers that the decision reads, for `Vary`. */
  readonly vary: readonly string[];

  /** For `@mortise/openapi`, which reads it from middleware. */
  readonly description: AuthDescription;

  /**
   * Authenticates a request without responding to it. It never throws an {@link AuthError}, only other errors, such as
   * those of a `verify` whose database is down.
   */
  authenticate(request: ServerRequestInterface): Awaitable<AuthResult>;
}

/** What a layer adds to the operations inside it, in the form of OpenAPI. */
export interface AuthDescription {
  /** Security schemes by name. */
  readonly securitySchemes: Readonly<Record<string, object>>;

  /** Alternatives. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];

  /** Descriptions of its own responses, by status. */
  readonly responses: Readonly<Record<number, string>>;
}

/** The parts of a layer that differ. */
export type AuthParts = Pick<AuthInterface, 'optional' | 'challenges' | 'vary' | 'authenticate'> & {
  readonly name: string;
  readonly securitySchemes: Readonly<Record<string, object>>;
};

/** Creates the middleware around a decision. */
export function authLayer({ securitySchemes, ...parts }: AuthParts): AuthInterface {
  const { optional, challenges, vary } = parts;
  // Shared caches keep no response to a request with `Authorization` (RFC 9111 3.5), but do not know other credentials.
  const isUnknown = vary.some((name) => name !== 'Authorization');
  const ofUser = { vary, isPrivate: isUnknown };
  const ofNobody = { vary, isPrivate: false };
  const required = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));
  return {
    ...parts,
    description: {
      securitySchemes,
      security: optional ? [...required, {}] : required,
      responses: { 401: 'The credentials are missing or not valid.' },
    },
    process(request, handler) {
      const pass = (result: AuthResult): Awaitable<ResponseInterface> => {
        // Refusals leave the layer as errors and, in a group, so do the errors of the handler.
        const marks = result.kind === 'missing' ? ofNobody : ofUser;
        markErrors(request, marks);
        if (result.kind === 'refused') throw result.error;
        const isUser = result.kind === 'accepted';
        const inner = isUser ? result.request : anonymous(request, optional, challenges);
        const response = handler.handle(inner);
        const marked = (made: ResponseInterface) => withCacheMarks(made, marks);
        return isThenable(response) ? response.then(marked) : marked(response);
      };
      const result = parts.authenticate(request);
      return isThenable(result) ? result.then(pass) : pass(result);
    },
  };
}

function anonymous(
  request: ServerRequestInterface,
  optional: boolean,
  challenges: readonly string[],
): ServerRequestInterface {
  if (!optional) throw new AuthError('CREDENTIALS_MISSING', challenges);
  // An outer layer of another scheme can have authenticated it.
  if (request.getAttribute(AUTHENTICATION) !== undefined) return request;
  const facts = { scheme: null, realm: null, challenges, scopes: null };
  return request.withAttribute(AUTHENTICATION, facts);
}
