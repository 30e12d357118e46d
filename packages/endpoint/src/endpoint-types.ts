import type { ArgsFor, ContentOf, EndpointDescription, EndpointInput } from '@mortise/contract';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import type { EndpointSettings } from './endpoint-options.js';

/** A brand that exists only in the type. */
declare const described: unique symbol;

/** A response created by `respond`, with all methods of PSR-7. */
export type DescribedResponse = ResponseInterface & { readonly [described]: true };

/**
 * Creates a response with a described status: `respond(200, book)`, `respond(404)`. The content must match the status's
 * schema.
 *
 * Throws an {@link EndpointError}, a server error, if the status is not described, if the content is invalid, or if an
 * earlier call for the same request had content.
 */
// The content of an undescribed status can have any type, so that the compiler's error names the status.
export type Respond<R> = <Status extends number>(
  status: Status extends keyof R ? Status : keyof R & number,
  // Each of several statuses must accept the content: `respond(made ? 201 : 200, book)`.
  ...content: (
    Status extends keyof R
      ? (content: ContentOf<R[Status]>) => void
      : (content: unknown[]) => void
  ) extends (content: infer Content extends unknown[]) => void
    ? Content
    : never
) => DescribedResponse;

/** The return value of a handler: if `responses` are described, it must be a response created by `respond`. */
export type EndpointResponse<D> = D extends { readonly responses: object }
  ? DescribedResponse
  : ResponseInterface;

/**
 * A fresh response, for a handler whose description has no `responses`. To call `respond(200, book)`, describe them:
 * `responses: { 200: Book }`.
 */
// The compiler's error for such a call has this name: "Type 'ResponsesAreNotDescribed' has no call signatures."
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- only its name differs
export interface ResponsesAreNotDescribed extends ResponseInterface {}

/** The second parameter of a handler: {@link Respond} if `responses` are described, otherwise a fresh response. */
export type EndpointResponder<D> = D extends { readonly responses: infer R }
  ? Respond<R>
  : ResponsesAreNotDescribed;

/** Handles a request; `input` is valid according to the description `D`. */
// With an explicit `Promise`, the compiler compares promised values instead of members, so its errors are shorter.
export type EndpointHandler<D, Args> = (
  request: ServerRequestInterface,
  respond: EndpointResponder<D>,
  input: EndpointInput<D, Args>,
) => Awaitable<EndpointResponse<D>> | Promise<EndpointResponse<D>>;

/** A route handler that `endpoint` created, with its description. */
export interface Endpoint<D extends EndpointDescription, Args> {
  (
    request: ServerRequestInterface,
    response: ResponseInterface,
    args: ArgsFor<D, Args>,
  ): Awaitable<ResponseInterface>;

  readonly description: D;

  /** The options of `endpoints`, with defaults applied; used by generators of API documents. */
  readonly settings: EndpointSettings;
}

/** A function that creates endpoints: `endpoint`, or the result of `endpoints`. */
export type MakeEndpoint = <
  const D extends EndpointDescription,
  Args = Readonly<Record<string, string>>,
>(
  // The intersection makes editors show the documentation of members, which an inferred type does not have.
  // The last part refuses other members, such as `params`: generic types have no check for excess properties.
  description: D &
    EndpointDescription<unknown> & {
      readonly [K in Exclude<keyof D, keyof EndpointDescription>]: never;
    },
  handler: EndpointHandler<D, Args>,
) => Endpoint<D, Args>;
