import type { ArgsFor, ContentOf, EndpointDescription, EndpointInput } from '@mortise/contract';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import type { EndpointSettings } from './endpoint-options.js';

/** Exists in the type only. */
declare const described: unique symbol;

/** A response that `respond` created, with all methods of PSR-7. */
export type DescribedResponse = ResponseInterface & { readonly [described]: true };

/**
 * Creates a response with a described status: `respond(200, book)`, `respond(404)`. The schema of the status must
 * accept the content.
 *
 * Throws an `EndpointError`, for the log, if the content is invalid, or if an earlier call for the same request had
 * content.
 */
// Content of an undescribed status has any type, so that the error of the compiler names the status.
export type Respond<R> = <Status extends number>(
  status: Status extends keyof R ? Status : keyof R & number,
  ...content: Status extends keyof R ? ContentOf<R[Status]> : unknown[]
) => DescribedResponse;

/** The return value of a handler: if `responses` are described, only a response that `respond` created. */
export type EndpointResponse<D> = D extends { readonly responses: object }
  ? DescribedResponse
  : ResponseInterface;

/** The second parameter of a handler: {@link Respond} if `responses` are described, otherwise a fresh response. */
export type EndpointResponder<D> = D extends { readonly responses: infer R }
  ? Respond<R>
  : ResponseInterface;

/** Handles a request whose parts are valid according to the description `D`. */
// With `Promise`, the compiler compares the values of promises, not their members: its errors are shorter.
export type EndpointHandler<D, Args> = (
  request: ServerRequestInterface,
  respond: EndpointResponder<D>,
  input: EndpointInput<D, Args>,
) => Awaitable<EndpointResponse<D>> | Promise<EndpointResponse<D>>;

/** A route callback with its description. */
export interface Endpoint<D extends EndpointDescription, Args> {
  (
    request: ServerRequestInterface,
    response: ResponseInterface,
    args: ArgsFor<D, Args>,
  ): Awaitable<ResponseInterface>;

  readonly description: D;

  /** For documents: the options of `endpoints` with defaults applied. */
  readonly settings: EndpointSettings;
}

/** Creates endpoints: `endpoint`, or a return value of `endpoints`. */
export type MakeEndpoint = <
  const D extends EndpointDescription,
  Args = Readonly<Record<string, string>>,
>(
  // For editors: a description whose type is inferred shows no sentences of its members.
  description: D & EndpointDescription<unknown>,
  handler: EndpointHandler<D, Args>,
) => Endpoint<D, Args>;
