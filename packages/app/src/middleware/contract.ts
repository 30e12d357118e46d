import type {
  Awaitable,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { AnswerUnrouted } from '../errors/contract.js';

/** Middleware at its place: of the application, a group or a route. */
export interface Layer {
  /** Its name in errors and explanations: `middleware "auth" of group /api`. */
  readonly name: string;

  /**
   * Returns the middleware, which can need a look-up first.
   *
   * @param answer responds to requests without a route, for routing; `null` if the exception has to be thrown
   */
  readonly middleware: (answer: AnswerUnrouted | null) => MiddlewareInterface;

  /** Whether the application inserted it, and it neither catches nor reads errors. Default `false`. */
  readonly isOwn?: boolean;

  /** Responds to requests without a route, for a layer that handles errors. */
  readonly answerUnrouted?: AnswerUnrouted;
}

/** What an application puts between its layers: errors become responses before the next outer layer. */
export interface ErrorGuard {
  /** Creates the response to what a layer or the route has thrown. */
  readonly recover: (
    error: unknown,
    request: ServerRequestInterface,
  ) => Awaitable<ResponseInterface>;

  /** Responds to requests without a route. */
  readonly answerUnrouted: AnswerUnrouted;

  /** Called once for a layer that seems to wait for errors, when one has become a response inside of it. */
  readonly unseen: (layer: string) => void;
}
