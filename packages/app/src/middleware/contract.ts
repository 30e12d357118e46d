import type { MiddlewareInterface } from '@mortise/http-message';
import type { AnswerUnrouted } from '../errors/contract.js';

/** Middleware at its place: of the application, a group or a route. */
export interface Layer {
  /** Its name in errors and explanations: `middleware "auth" of group /api`. */
  readonly name: string;

  /**
   * Returns the middleware, which can need a look-up first.
   *
   * @param unrouted that of the outer layers; `null` if the exception has to be thrown
   */
  readonly middleware: (unrouted: AnswerUnrouted | null) => MiddlewareInterface;

  /** Responds to requests without a route, for a layer that handles errors. */
  readonly unrouted?: AnswerUnrouted;
}
