import type { MiddlewareInterface } from '@mortise/http-message';
import type { AnswerUnrouted } from '../errors/contract.js';

/** A middleware in its place: of the application, a group or a route. */
export interface Layer {
  /** What it is called in errors and explanations: `middleware "auth" of group /api`. */
  readonly name: string;

  /**
   * Returns the middleware, which may have to be looked up first.
   *
   * @param unrouted of the layers outside; `null` if the exception has to be thrown
   */
  readonly middleware: (unrouted: AnswerUnrouted | null) => MiddlewareInterface;

  /** Answers requests without a route, for a layer that answers errors. */
  readonly unrouted?: AnswerUnrouted;
}
