import { connectionFields, headerVariable, keptOnError } from '@mortise/base';
import type { ResponseInterface } from '@mortise/http-message';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { isMerged, merged, valuesIn } from '../response/merged-headers.js';

/**
 * Copies the status and headers of a response to a Node response, replacing existing ones; only cookies
 * and the names in `Vary` are merged.
 */
export function putHead(response: ResponseInterface, outgoing: ServerResponse): void {
  const status = response.getStatusCode();
  const reason = response.getReasonPhrase();
  outgoing.statusCode = status;
  // A default reason phrase is omitted, so that it follows the status if a handler changes that.
  outgoing.statusMessage = reason === STATUS_CODES[status] ? '' : reason;
  for (const [name, values] of Object.entries(response.getHeaders())) {
    outgoing.setHeader(name, merged(name.toLowerCase(), valuesIn(outgoing, name), values));
  }
}

/** Returns the response with the status and headers of a Node response, and no others. */
export function withHead(response: ResponseInterface, outgoing: ServerResponse): ResponseInterface {
  const { statusCode, statusMessage } = outgoing;
  const reason = statusMessage === (STATUS_CODES[statusCode] ?? 'unknown') ? '' : statusMessage;
  let result = response.withStatus(statusCode, reason);
  for (const name of Object.keys(response.getHeaders())) {
    if (!outgoing.hasHeader(name)) result = result.withoutHeader(name);
  }
  for (const name of rawNames(outgoing)) {
    const values = valuesIn(outgoing, name);
    if (!equal(values, response.getHeader(name))) result = withField(result, name, values);
  }
  return result;
}

/**
 * Copies headers to the error response, except those that it already has, that belong to the connection, or that
 * describe the content that the handler would have sent.
 */
export function leaveFields(from: ServerResponse, to: ServerResponse): void {
  if (to.headersSent) return;
  const ofConnection = connectionFields(valuesIn(from, 'Connection').join());
  for (const name of rawNames(from)) {
    const lower = name.toLowerCase();
    if (ofConnection.has(headerVariable(name))) continue;
    if (to.hasHeader(name) && !isMerged(lower)) continue;
    const kept = valuesIn(from, name).flatMap((value) => keptOnError(name, value) ?? []);
    if (kept.length > 0) to.setHeader(name, merged(lower, valuesIn(to, name), kept));
  }
}

/** The header names in their original case. */
function rawNames(outgoing: ServerResponse): string[] {
  // Missing in the types of Node 20.
  return (outgoing as unknown as { getRawHeaderNames(): string[] }).getRawHeaderNames();
}

function withField(
  response: ResponseInterface,
  name: string,
  values: readonly string[],
): ResponseInterface {
  // Node sends nothing for an empty list.
  return values.length === 0 ? response.withoutHeader(name) : response.withHeader(name, values);
}

function equal(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((value, at) => value === others[at]);
}
