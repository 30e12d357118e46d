import { isDroppedOnError } from '@mortise/base';
import type { ResponseInterface } from '@mortise/http-message';
import { splitList } from '@mortise/http-syntax';
import { type ServerResponse, STATUS_CODES } from 'node:http';

/**
 * Copies the status and headers of a response to a Node response, replacing existing ones; only cookies
 * and the names in `Vary` are merged.
 */
export function putHead(response: ResponseInterface, outgoing: ServerResponse): void {
  const status = response.getStatusCode();
  const reason = response.getReasonPhrase();
  outgoing.statusCode = status;
  // Without its own reason phrase, the response follows the status, in case a handler changes it.
  outgoing.statusMessage = reason === STATUS_CODES[status] ? '' : reason;
  for (const [name, values] of Object.entries(response.getHeaders())) {
    outgoing.setHeader(name, together(name.toLowerCase(), fieldOf(outgoing, name), values));
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
    const values = fieldOf(outgoing, name);
    if (!equal(values, response.getHeader(name))) result = withField(result, name, values);
  }
  return result;
}

/** Framing headers, of the response that the handler did not send. */
const OF_FRAMING: ReadonlySet<string> = new Set(['connection', 'trailer', 'transfer-encoding']);

/**
 * Copies headers to the error response, unless it has the same ones or they describe the content
 * that the handler would have sent.
 */
export function leaveFields(from: ServerResponse, to: ServerResponse): void {
  if (to.headersSent) return;
  for (const name of rawNames(from)) {
    const lower = name.toLowerCase();
    if (isDroppedOnError(name) || OF_FRAMING.has(lower)) continue;
    if (to.hasHeader(name) && !isAdded(lower)) continue;
    to.setHeader(name, together(lower, fieldOf(to, name), fieldOf(from, name)));
  }
}

function together(
  name: string,
  before: readonly string[],
  values: readonly string[],
): string | string[] {
  if (name === 'set-cookie') return [...before, ...values];
  if (name === 'vary') return union([...before, ...values]);
  return values.length === 1 ? (values[0] as string) : [...values];
}

function isAdded(name: string): boolean {
  return name === 'set-cookie' || name === 'vary';
}

function union(lists: readonly string[]): string {
  const names = new Map(
    lists.flatMap((list) => splitList(list)).map((name) => [name.toLowerCase(), name]),
  );
  return [...names.values()].join(', ');
}

/** The names as they were set, in their original case. */
function rawNames(outgoing: ServerResponse): string[] {
  // Missing in the types of Node 20.
  return (outgoing as unknown as { getRawHeaderNames(): string[] }).getRawHeaderNames();
}

/** The values as text; empty if absent. */
function fieldOf(outgoing: ServerResponse, name: string): string[] {
  const value = outgoing.getHeader(name);
  return value === undefined ? [] : [value].flat().map(String);
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
