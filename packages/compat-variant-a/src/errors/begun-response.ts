import { keptOnError } from '@mortise/base';
import type {
  AttributeKey,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';

/** An error, and the response that the nearest outer layer had passed to `next`. */
interface Failure {
  readonly error: unknown;
  readonly response: ResponseInterface;
}

const FAILURE: AttributeKey<Failure> = '@mortise/compat-variant-a.failure';

/**
 * Stores the response that was passed to `next` before it failed. Layers call it from the inside out; the first call
 * wins.
 */
export function keepBegunResponse(
  request: ServerRequestInterface,
  response: ResponseInterface,
  error: unknown,
): void {
  const lifetime = request.getLifetime();
  const kept = lifetime.getValue(FAILURE);
  if (kept !== undefined && kept.error === error) return; // `undefined` can be thrown, too
  lifetime.setValue(FAILURE, { error, response });
}

/** Returns the response that layers were building when an error was thrown; `null` if there is none. */
export function begunResponse(
  request: ServerRequestInterface,
  error: unknown,
): ResponseInterface | null {
  const failure = request.getLifetime().getValue(FAILURE);
  return failure?.error === error ? (failure?.response ?? null) : null;
}

/**
 * Adds the headers of an unfinished response to the one that replaces it. Headers that describe the replaced response
 * are dropped; those that the new response already has are kept.
 */
export function withBegunHeaders<R extends ResponseInterface>(
  response: R,
  begun: ResponseInterface,
): R {
  return Object.entries(begun.getHeaders())
    .filter(([name]) => !response.hasHeader(name))
    .reduce((made, [name, values]) => {
      const kept = values.flatMap((value) => keptOnError(name, value) ?? []);
      return kept.length === 0 ? made : made.withHeader(name, kept);
    }, response);
}
