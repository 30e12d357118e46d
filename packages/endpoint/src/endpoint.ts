import type { ArgsFor, EndpointDescription, Schema } from '@mortise/contract';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { checkDescription } from './check-description.js';
import { EndpointError } from './endpoint-error.js';
import type { Endpoint, EndpointHandler, MakeEndpoint } from './endpoint-types.js';
import { type EndpointArgs, inputReader } from './input/input-reader.js';
import { isThenable } from '@mortise/base';
import { responderOf } from './response/respond.js';
import {
  type EndpointSettings,
  type EndpointsOptions,
  resolveSettings,
} from './endpoint-options.js';

/**
 * Returns a function like {@link endpoint}, with other options.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function endpoints(options: EndpointsOptions): MakeEndpoint {
  const settings = resolveSettings(options);
  return (description, handler) => makeEndpoint(description, handler, settings);
}

/**
 * Creates a route handler that validates a request's input before it calls `handler`, and described responses before
 * they are sent.
 *
 * It throws an {@link InputError} (422) that lists all invalid values, or an {@link EndpointBodyError} (400, 413, 415)
 * if the body cannot be read. Schemas are converted to JSON Schema on the first request.
 *
 * @throws {OptionError} `OPTION_INVALID` if the description is invalid
 */
export const endpoint: MakeEndpoint = endpoints({});

function makeEndpoint<const D extends EndpointDescription, Args>(
  description: D,
  handler: EndpointHandler<D, Args>,
  settings: EndpointSettings,
): Endpoint<D, Args> {
  checkDescription(description);
  const describesResponses = description.responses !== undefined;
  let prepared: ReturnType<typeof prepare> | null = null;
  const call = (
    request: ServerRequestInterface,
    response: ResponseInterface,
    args: ArgsFor<D, Args>,
  ): Awaitable<ResponseInterface> => {
    if (typeof args !== 'object' || args === null) throw EndpointError.argumentsMissing();
    prepared ??= prepare(description, settings);
    const respond = describesResponses ? prepared.respond(response) : response;
    const input = prepared.read(request, args as EndpointArgs);
    const handle = handler as unknown as UntypedHandler;
    return isThenable(input)
      ? input.then((ready) => handle(request, respond, ready))
      : handle(request, respond, input);
  };
  // A hint of the application reads the handler's code, and what its second parameter asks to write.
  const read = { toString: () => String(handler), instead: insteadOf(description) };
  return Object.assign(call, { description, settings }, read);
}

/** Returns what to write in a handler instead of the lines that hints suggest for handlers of plain routes. */
function insteadOf({ responses = {}, body }: EndpointDescription): Record<string, string> {
  const statuses = Object.keys(responses);
  const input = 'the third parameter of the handler: (request, response, {';
  const lines: Record<string, string> = { [`${input} id })`]: `${input} args: { id } })` };
  if (body !== undefined)
    lines['request.getParsedBody(), with createApp({ body: {} })'] = `${input} body })`;
  for (const status of statuses)
    lines[`json(response, data, ${status})`] = `response(${status}, data)`;
  const [first] = statuses;
  if (first === undefined) {
    lines['return a response; middleware is '] =
      'describe the responses that it calls, endpoint({ responses: { 200: schema } }, handler), or return a response; middleware is ';
    return lines;
  }
  lines['json(response, data)'] = `response(${first}, data)`;
  lines["text(response, 'text')"] = `response(${first}, 'text')`;
  lines["html(response, '<p>text</p>')"] = `response(${first}, '<p>text</p>')`;
  return lines;
}

type UntypedHandler = (
  request: ServerRequestInterface,
  respond: unknown,
  input: unknown,
) => Awaitable<ResponseInterface>;

function prepare(description: EndpointDescription<Schema>, settings: EndpointSettings) {
  return { read: inputReader(description, settings), respond: responderOf(description, settings) };
}
