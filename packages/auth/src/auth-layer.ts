import { andThen, isThenable } from '@mortise/base';
import { AUTHENTICATES } from '@mortise/base/keys';
import { markResponse, withCacheMarks } from '@mortise/base/message';
import type {
  Awaitable,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AuthError } from './auth-error.js';
import { AUTHENTICATION } from './authentication.js';
import { preflightWarning } from './preflight-warning.js';

/** The outcome of authenticating a request. */
export type AuthResult =
  /** The request has no credentials of the layer's schemes. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly error: AuthError }
  /** `request` has the user as an attribute. */
  | { readonly kind: 'accepted'; readonly request: ServerRequestInterface };

/** A layer that authenticates requests; `anyOf` combines several. */
export interface AuthInterface extends MiddlewareInterface {
  /** Whether requests without credentials pass. */
  readonly optional: boolean;

  /** The values of `WWW-Authenticate` for a request without credentials, one per scheme. */
  readonly challenges: readonly string[];

  /** The names of the request headers that the decision depends on, for `Vary`. */
  readonly vary: readonly string[];

  /** The attributes for the user that its schemes set. An optional layer removes them from a request without credentials. */
  readonly attributes: readonly string[];

  /** Describes the layer for `@mortise/openapi`. */
  readonly description: AuthDescription;

  /**
   * Authenticates a request without responding to it. It never throws an {@link AuthError}, but can throw other errors,
   * for example if `verify` fails because a database is down.
   */
  authenticate(request: ServerRequestInterface): Awaitable<AuthResult>;
}

/** What a layer adds to the OpenAPI operations of the routes inside it. */
export interface AuthDescription {
  /** OpenAPI security schemes by name. */
  readonly securitySchemes: Readonly<Record<string, object>>;

  /** Alternative security requirements; `{}` allows requests without credentials. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];

  /** Descriptions of the layer's own responses, by status. */
  readonly responses: Readonly<Record<number, string>>;
}

/** The parts that differ between layers. */
export type AuthParts = Pick<
  AuthInterface,
  'attributes' | 'optional' | 'challenges' | 'vary' | 'authenticate'
> & {
  readonly name: string;
  readonly securitySchemes: Readonly<Record<string, object>>;
};

/** Creates a layer from its parts. */
export function authLayer({ securitySchemes, ...parts }: AuthParts): AuthInterface {
  const { optional, vary } = parts;
  // Shared caches do not store responses to requests with `Authorization` (RFC 9111 3.5), but recognize no other
  // credentials.
  const isUnknown = vary.some((name) => name !== 'Authorization');
  const ofUser = { vary, isPrivate: isUnknown };
  const ofNobody = { vary, isPrivate: false };
  const warnOfPreflight = preflightWarning(parts.name);
  const required = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));
  return {
    ...parts,
    description: {
      securitySchemes,
      security: optional ? [...required, {}] : required,
      responses: { 401: 'The credentials are missing or invalid.' },
    },
    process(request, handler) {
      const isFirst = request.getAttribute(AUTHENTICATION) === undefined;
      if (isFirst) request.getLifetime().getValue(AUTHENTICATES)?.();
      const pass = (result: AuthResult): Awaitable<ResponseInterface> => {
        // Mark errors too: refusals leave the layer as errors and, in a group, so do the handler's errors.
        const marks = result.kind === 'missing' ? ofNobody : ofUser;
        markResponse(request, marks);
        if (result.kind === 'refused') throw result.error;
        if (result.kind === 'missing' && !optional) warnOfPreflight(request);
        const isUser = result.kind === 'accepted';
        const inner = isUser ? result.request : anonymous(request, parts);
        const response = handler.handle(inner);
        const marked = (made: ResponseInterface) => withCacheMarks(made, marks, request);
        return isThenable(response) ? response.then(marked) : marked(response);
      };
      return andThen(parts.authenticate(request), pass);
    },
  };
}

function anonymous(
  request: ServerRequestInterface,
  { optional, challenges, attributes }: Omit<AuthParts, 'securitySchemes'>,
): ServerRequestInterface {
  if (!optional) throw new AuthError('CREDENTIALS_MISSING', challenges);
  // An outer layer with another scheme may have authenticated the request.
  const outer = request.getAttribute(AUTHENTICATION);
  if (outer !== undefined && outer.scheme !== null) return request;
  // No layer has authenticated such a user: code outside took it from somewhere else, such as a header.
  const bare = attributes.reduce<ServerRequestInterface>(
    (left, name) => left.withoutAttribute(name),
    request,
  );
  const facts = { scheme: null, realm: null, challenges, scopes: null };
  return outer === undefined ? bare.withAttribute(AUTHENTICATION, facts) : bare;
}
