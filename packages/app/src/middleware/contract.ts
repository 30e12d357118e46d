import type { MiddlewareInterface } from '@mortise/http-message';

/** A middleware in its place: of the application, a group or a route. */
export interface Layer {
  /** What it is called in errors and explanations: `middleware "auth" of group /api`. */
  readonly name: string;

  /** The middleware, which may have to be looked up first. */
  readonly middleware: () => MiddlewareInterface;
}
