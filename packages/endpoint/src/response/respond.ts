import { ignoreRejection, isThenable, jsonLoss } from '@mortise/base';
import { writeText } from '@mortise/base/message';
import {
  type EndpointDescription,
  isSchema,
  type ResponseDescription,
  type Schema,
  type SchemaResult,
  validatorOf,
} from '@mortise/contract';
import type { Awaitable, ResponseInterface, StreamInterface } from '@mortise/http-message';
import { EndpointError } from '../endpoint-error.js';
import { same } from '../json-schema/each-part.js';
import { type Picking, pickingOf } from '../json-schema/picking.js';
import { pointerOf } from '../pointer.js';
import { rebuildsValues } from '../rebuilds-values.js';
import { type EndpointSettings, jsonSchemaSource } from '../endpoint-options.js';

/** Creates a response with a described status and content. */
export type Responder = (status: number, content?: unknown) => ResponseInterface;

type Writer = (response: ResponseInterface, content: unknown) => ResponseInterface;

const MAX_FAULTS = 10;

/**
 * Prepares the described responses once. The returned function creates the responder for one request's fresh response.
 *
 * A responder throws `RESPONSE_UNDESCRIBED`, `RESPONSE_REPEATED`, `RESPONSE_INVALID` or `RESPONSE_ASYNC`.
 */
export function responderOf(
  { responses = {} }: EndpointDescription<Schema>,
  settings: EndpointSettings,
): (response: ResponseInterface) => Responder {
  const writers = new Map(
    Object.entries(responses).map(([status, described]) => [
      Number(status),
      writerOf(Number(status), described, settings),
    ]),
  );
  return (response) => {
    let hasContent = false;
    return (status, content) => {
      const write = writers.get(status);
      if (write === undefined) throw EndpointError.responseUndescribed(status, [...writers.keys()]);
      if (isThenable(content)) {
        ignoreRejection(content);
        throw EndpointError.responseInvalid(status, ['# received a promise: await it']);
      }
      // All responses to a request share the body of the fresh response.
      if (hasContent) throw EndpointError.responseRepeated(status);
      const fresh = response.getStatusCode() === status ? response : response.withStatus(status);
      const written = write(fresh, content);
      hasContent = write !== same;
      return written;
    };
  };
}

function writerOf(
  status: number,
  described: Schema | ResponseDescription<Schema> | null,
  settings: EndpointSettings,
): Writer {
  const { schema, type }: Partial<ResponseDescription<Schema>> = isSchema(described)
    ? { schema: described }
    : (described ?? {});
  if (schema !== undefined) {
    return jsonWriter(status, schema, type ?? 'application/json', settings);
  }
  return type === undefined ? (same as Writer) : contentWriter(status, type);
}

function jsonWriter(
  status: number,
  schema: Schema,
  type: string,
  settings: EndpointSettings,
): Writer {
  const { checkResponses } = settings;
  const validate = validatorOf(schema);
  let pick: Picking | null = null;
  return (response, content) => {
    pick ??= pickingFor(schema, settings);
    const valid = checkResponses ? checked(status, validate(content)) : content;
    writeText(response, jsonOf(status, pick(valid), checkResponses));
    return response.withHeader('Content-Type', type);
  };
}

/** @param isChecked whether a part that JSON would write as another value is refused too */
function jsonOf(status: number, value: unknown, isChecked: boolean): string {
  let reason = '';
  try {
    const json = JSON.stringify(value) as string | undefined;
    if (json !== undefined) {
      const loss = isChecked ? jsonLoss(value, json) : null;
      if (loss === null) return json;
      throw EndpointError.responseInvalid(status, [`${pointerOf(loss.path)} ${loss.problem}`]);
    }
  } catch (error) {
    // `JSON.stringify` throws it for a bigint and for a circular structure.
    if (!(error instanceof TypeError)) throw error;
    reason = `: ${error.message}`;
  }
  throw EndpointError.responseInvalid(status, [`# the value cannot be written as JSON${reason}`]);
}

function pickingFor(schema: Schema, settings: EndpointSettings): Picking {
  const { checkResponses } = settings;
  const strips = checkResponses && rebuildsValues(schema);
  // Unchecked content is not transformed: it still has the schema's input type.
  const direction = checkResponses ? 'output' : 'input';
  const json = strips ? null : jsonSchemaSource(settings)(schema, direction);
  return json === null ? same : pickingOf(json);
}

function checked(status: number, result: Awaitable<SchemaResult<unknown>>): unknown {
  if (isThenable(result)) {
    ignoreRejection(result);
    throw EndpointError.responseAsync(status);
  }
  if (result.issues === undefined) return result.value;
  const faults = result.issues
    .slice(0, MAX_FAULTS)
    .map(({ path = [], message }) => `${pointerOf(path)} ${message}`);
  throw EndpointError.responseInvalid(status, faults);
}

/** Writes a string, bytes or a stream unchanged. With a string, a bare `text/*` type gets `charset=utf-8`. */
function contentWriter(status: number, type: string): Writer {
  const isBareText = /^text\/[^;]*$/i.test(type);
  return (response, content) => {
    const isText = typeof content === 'string';
    const sent = isText && isBareText ? `${type}; charset=utf-8` : type;
    const typed = response.withHeader('Content-Type', sent);
    if (isText || content instanceof Uint8Array) {
      response.getBody().write(content);
      return typed;
    }
    if (isStream(content)) return typed.withBody(content);
    throw EndpointError.responseInvalid(status, ['# expected a string, bytes or a stream']);
  };
}

function isStream(content: unknown): content is StreamInterface {
  return typeof (Object(content) as Partial<StreamInterface>).getContents === 'function';
}
