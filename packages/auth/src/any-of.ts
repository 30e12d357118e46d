import { accepted, ensure, list, methods } from '@mortise/base/options';
import { andThen } from '@mortise/base';
import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';
import { AuthError } from './auth-error.js';
import { type AuthInterface, authLayer, type AuthResult } from './auth-layer.js';

const LAYER = 'a layer that authenticates, such as bearerAuth()';
const LAYERS = list(methods(LAYER, 'authenticate', 'process'), LAYER);

/**
 * Combines several authentication layers, as in `anyOf(bearerAuth({ ... }), basicAuth({ ... }))`. They are tried in
 * order until one accepts the request. A 401 contains the challenges of all layers. Requests without credentials pass
 * if one of the layers is optional; wrong credentials never pass.
 *
 * @throws {OptionError} for fewer than two layers, or one that is not from this package
 */
export function anyOf(...layers: readonly AuthInterface[]): AuthInterface {
  ensure(layers.length > 1, 'anyOf.layers', layers, 'at least two layers');
  accepted(LAYERS, layers, 'anyOf.layers');

  const authenticate = (
    request: ServerRequestInterface,
    at = 0,
    refused: AuthResult = { kind: 'missing' },
  ): Awaitable<AuthResult> => {
    const layer = layers[at];
    if (layer === undefined) return refused;
    const next = (result: AuthResult): Awaitable<AuthResult> => {
      if (result.kind === 'accepted') return result;
      const first = refused.kind === 'missing' ? withAllChallenges(result, layers, at) : refused;
      return authenticate(request, at + 1, first);
    };
    return andThen(layer.authenticate(request), next);
  };

  return authLayer({
    name: 'anyOf',
    optional: layers.some(({ optional }) => optional),
    vary: [...new Set(layers.flatMap(({ vary }) => vary))],
    challenges: layers.flatMap(({ challenges }) => challenges),
    attributes: layers.flatMap(({ attributes }) => attributes),
    securitySchemes: Object.fromEntries(
      layers.flatMap(({ description }) => Object.entries(description.securitySchemes)),
    ),
    authenticate: (request) => authenticate(request),
  });
}

/** Adds the other layers' challenges. The layer that refused the request keeps its own, which states the reason. */
function withAllChallenges(
  result: AuthResult,
  layers: readonly AuthInterface[],
  refusing: number,
): AuthResult {
  if (result.kind !== 'refused') return result;
  const { code, challenges, cause } = result.error;
  const all = layers.flatMap((layer, at) => (at === refusing ? challenges : layer.challenges));
  return { kind: 'refused', error: new AuthError(code, all, cause) };
}
