import { ensure } from '@mortise/base/options';
import {
  type AnySchema,
  type EndpointDescription,
  type ResponseDescription,
} from '@mortise/contract';
import { ClientError } from './client-error.js';
import type { TransportResponse } from './transport.js';

/** An untyped result of a call. */
export interface UntypedResult {
  readonly described: boolean;
  readonly status: number;
  readonly body?: unknown;
  readonly problem?: unknown;
  readonly header: (name: string) => string | null;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const STANDARD: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...{ type: isText, title: isText, detail: isText, instance: isText, code: isText },
  status: Number.isInteger,
  errors: Array.isArray,
};

type Format = 'bytes' | 'json' | 'none' | 'text';

/**
 * Reads a response according to its description. A response whose status or media type is not described, or that has an
 * undescribed body, is treated as not described; for example, a proxy's 404.
 *
 * @throws {ClientError} `RESPONSE_UNREADABLE`
 * @throws {OptionError} if the transport returned no response
 */
export async function resultOf(
  operation: string,
  { responses = {} }: EndpointDescription,
  response: TransportResponse,
): Promise<UntypedResult> {
  checkResponse(response);
  const { status } = response;
  const header = (name: string): string | null => response.header(name);
  const type = essenceOf(header('Content-Type') ?? '');
  const bytes = await response.bytes();
  const own = Object.hasOwn(responses, status) ? responses[status] : undefined;
  const format = own === undefined ? null : formatFor(own, type, bytes.length);
  if (format !== null) {
    return { described: true, status, body: contentOf(operation, format, bytes), header };
  }
  const problem = isProblem(type) ? problemOf(bytes, status) : null;
  return { described: false, status, problem, header };
}

/** A `Response` of the platform has no `header`. */
function checkResponse(given: unknown): void {
  const { status, header, bytes } = Object(given) as Partial<TransportResponse>;
  ensure(
    Number.isInteger(status) && typeof header === 'function' && typeof bytes === 'function',
    'createClient.transport',
    given,
    'a promise that resolves to { status, header, bytes }; for a Response, write fetchTransport({ fetch })',
  );
}

/**
 * @param type the media type of the response
 * @param length the length of its body in bytes
 * @returns `null` if the response does not match the description
 */
function formatFor(
  described: AnySchema | ResponseDescription | null,
  type: string,
  length: number,
): Format | null {
  const format = formatOf(described);
  if (format === 'none') return length === 0 ? format : null;
  if (format === 'json' && !isJson(type)) return null;
  return isProblem(type) && !describesProblem(described) ? null : format;
}

function formatOf(described: AnySchema | ResponseDescription | null): Format {
  if (described === null) return 'none';
  if ('~standard' in described || described.schema !== undefined) return 'json';
  if (described.type === undefined) return 'none';
  return described.type.startsWith('text/') ? 'text' : 'bytes';
}

function describesProblem(described: AnySchema | ResponseDescription | null): boolean {
  if (described === null || '~standard' in described) return false;
  return isProblem(essenceOf(described.type ?? ''));
}

function contentOf(operation: string, format: Format, bytes: Uint8Array): unknown {
  if (format === 'none') return null;
  if (format === 'bytes') return bytes;
  if (format === 'text') return new TextDecoder().decode(bytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ClientError('RESPONSE_UNREADABLE', operation, 'the response is not valid JSON', {
      cause,
    });
  }
}

function problemOf(bytes: Uint8Array, status: number): unknown {
  try {
    const problem: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof problem !== 'object' || problem === null || Array.isArray(problem)) return null;
    return { title: String(status), status, ...membersOf(problem) };
  } catch {
    return null;
  }
}

/** The members of a problem, without those whose value has another type than the standard's (RFC 9457 3.1). */
function membersOf(problem: object): object {
  const members = Object.entries(problem).filter(
    ([name, value]) => !Object.hasOwn(STANDARD, name) || STANDARD[name]?.(value) === true,
  );
  return Object.fromEntries(members);
}

function essenceOf(type: string): string {
  return type.replace(/;.*/, '').trim().toLowerCase();
}

/** @param type a media type in lower case, without parameters */
export function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json');
}

function isProblem(type: string): boolean {
  return type === 'application/problem+json';
}
