import type { ArgsFor, ContentOf, EndpointDescription, EndpointInput } from '@mortise/contract';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import type { EndpointSettings } from './settings.js';

/** Exists in the type only. */
declare const described: unique symbol;

/** A response that `respond` made, with everything that PSR-7 can do to it. */
export type DescribedResponse = ResponseInterface & { readonly [described]: true };

/**
 * Makes a response with a described status: `respond(200, book)`, `respond(404)`. The content is what the schema of
 * the status accepts.
 *
 * Throws an `EndpointError`, for the log, if the content does not fit.
 */
export type Respond<R> = <Status extends keyof R & number>(
  status: Status,
  ...content: ContentOf<R[Status]>
) => DescribedResponse;

/** What a handler returns: with `responses` described, only what `respond` made. */
export type EndpointResponse<D> = D extends { readonly responses: object }
  ? DescribedResponse
  : ResponseInterface;

/** The second parameter of a handler: {@link Respond} with `responses` described, otherwise a fresh response. */
export type EndpointResponder<D> = D extends { readonly responses: infer R }
  ? Respond<R>
  : ResponseInterface;

/** Handles a request whose parts fit the description `D`. */
export type EndpointHandler<D, Args> = (
  request: ServerRequestInterface,
  respond: EndpointResponder<D>,
  input: EndpointInput<D, Args>,
) => Awaitable<EndpointResponse<D>>;

/** A callback of a route that carries its description. */
export interface Endpoint<D extends EndpointDescription, Args> {
  (
    request: ServerRequestInterface,
    response: ResponseInterface,
    args: ArgsFor<D, Args>,
  ): Awaitable<ResponseInterface>;

  readonly description: D;

  /** For documents: the options of `endpoints`, defaults applied. */
  readonly settings: EndpointSettings;
}

/** What makes endpoints: `endpoint`, or what `endpoints` returns. */
export type MakeEndpoint = <
  const D extends EndpointDescription,
  Args = Readonly<Record<string, string>>,
>(
  description: D,
  handler: EndpointHandler<D, Args>,
) => Endpoint<D, Args>;
