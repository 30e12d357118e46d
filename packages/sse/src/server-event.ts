import { jsonLoss, quote } from '@mortise/base';
import { EventError } from './sse-error.js';

/** An event for the browser, or a comment that scripts do not see. */
export type ServerEvent = DataEvent | { readonly comment: string };

/** An event that scripts see. */
export interface DataEvent {
  /** Text, or a value that is sent as JSON. The subscribers of a channel get the value that the JSON holds. */
  readonly data: string | object;
  /** The event name for listeners. Default: `message`. */
  readonly event?: string;
  /** Sent by the browser as `Last-Event-ID` when it reconnects; `''` clears the last one. */
  readonly id?: string;
  /** Milliseconds until the browser reconnects. */
  readonly retry?: number;
}

/** All line ends of the format. */
const LINE_END = /\r\n|\r|\n/;

/**
 * Writes an event.
 *
 * @returns lines, and an empty one at the end
 * @throws {EventError} `EVENT_INVALID` for a name or an id with CR, LF or NUL, which would begin a new field
 *   or be ignored; for a comment that is not text or has other members; for an unknown member, such as `type`; for a
 *   `retry` that is not an integer of at least 0; for data that JSON cannot represent, or would write as another value
 * @see HTML, 9.2.5 and 9.2.6
 */
export function formatEvent(event: ServerEvent): string {
  return written(event).text;
}

/** An event as it is sent. */
export interface WrittenEvent {
  /** All lines of the event. */
  readonly text: string;
  /** Its data as text; `null` for a comment. */
  readonly data: string | null;
}

/** Writes an event and its data, which is serialized once. @throws {EventError} as {@link formatEvent} */
export function written(event: ServerEvent): WrittenEvent {
  if (Object(event) !== event) {
    const expected = 'expected an object such as { data: "text" }';
    throw new EventError(event, `invalid event: received ${quote(event)}; ${expected}`);
  }
  if ('comment' in event) {
    const comment = commentOf(event);
    ensureOnlyComment(event);
    return { text: `${fieldLines('', comment)}\n`, data: null };
  }
  const { data, event: name, id, retry, ...others } = event;
  ensureNone(others);
  let text = '';
  if (name !== undefined) text += `event: ${singleLine('event', name)}\n`;
  if (id !== undefined) text += `id: ${singleLine('id', id)}\n`;
  if (retry !== undefined) text += `retry: ${milliseconds(retry)}\n`;
  const sent = typeof data === 'string' ? data : jsonOf(data);
  return { text: `${text}${fieldLines('data', sent)}\n`, data: sent };
}

const texts = new WeakMap<ServerEvent, string>();

/**
 * Writes an event once for all streams that send it.
 *
 * @param isJson whether `data` is the JSON text of a value
 * @returns a frozen copy with the value that its data has in JSON, whose text {@link textOf} knows
 * @throws {EventError} as {@link formatEvent}
 * @throws {SyntaxError} if `isJson` holds for text that is not JSON
 */
export function formattedOnce(event: ServerEvent, isJson = false): ServerEvent {
  const { text, data } = written(event);
  const hasValue = isJson || ('data' in event && typeof event.data !== 'string');
  const value = data !== null && hasValue && { data: frozenJson(data) };
  const copy = Object.freeze({ ...event, ...value });
  texts.set(copy, text);
  return copy;
}

/** All subscribers get the same value. */
function frozenJson(text: string): object {
  return JSON.parse(text, (_, value: unknown) => Object.freeze(value)) as object;
}

/** Tells a page that it can have missed events. */
export const GAP: ServerEvent = formattedOnce({ event: 'gap', data: '' });

/**
 * Gives the browser a position without an event that scripts see: it sends the id when it reconnects.
 *
 * @returns a comment, for code that iterates; {@link textOf} knows its text
 * @see HTML, 9.2.6: an event without data sets the last event id, and is not dispatched
 */
export function positionEvent(id: string): ServerEvent {
  const event = Object.freeze({ comment: '' });
  texts.set(event, `id: ${singleLine('id', id)}\n\n`);
  return event;
}

/** The text of an event. @throws {EventError} as {@link formatEvent} */
export function textOf(event: ServerEvent): string {
  return texts.get(event) ?? formatEvent(event);
}

/** An unknown member would be lost. */
function ensureNone(others: Readonly<Record<string, unknown>>): void {
  const [name, value] = Object.entries(others).find((entry) => entry[1] !== undefined) ?? [];
  if (name === undefined) return;
  const expected = name === 'type' ? 'event' : 'data, event, id or retry';
  const message = `invalid event: received the unknown member ${quote(name)}; expected ${expected}`;
  throw new EventError(value, message);
}

/** A comment has no other fields: what is beside it would be lost. */
function ensureOnlyComment(event: object): void {
  const other = ['data', 'event', 'id', 'retry'].find(
    (name) => (event as Record<string, unknown>)[name] !== undefined,
  );
  if (other === undefined) return;
  const expected = 'expected the comment alone: send the rest in a separate event';
  throw new EventError(event, `invalid event comment: received ${other} with it; ${expected}`);
}

function commentOf({ comment }: { readonly comment: unknown }): string {
  if (typeof comment === 'string') return comment;
  throw new EventError(
    comment,
    `invalid event comment: received ${quote(comment)}; expected a string`,
  );
}

function fieldLines(name: string, value: string): string {
  return value
    .split(LINE_END)
    .map((line) => `${name}: ${line}\n`)
    .join('');
}

function singleLine(field: string, value: string): string {
  if (typeof value === 'string' && !/[\r\n\0]/.test(value)) return value;
  const expected = 'expected a string without line breaks or NUL characters';
  throw new EventError(value, `invalid event ${field}: received ${quote(value)}; ${expected}`);
}

function milliseconds(retry: number): number {
  if (Number.isSafeInteger(retry) && retry >= 0) return retry;
  const expected = 'expected an integer of at least 0, in milliseconds';
  throw new EventError(retry, `invalid event retry: received ${quote(retry)}; ${expected}`);
}

function jsonOf(data: unknown): string {
  const options: ErrorOptions = {};
  let text: string | undefined;
  try {
    text = JSON.stringify(data) as string | undefined;
  } catch (cause) {
    options.cause = cause;
  }
  const loss = jsonLoss(data, text);
  if (loss === null && text !== undefined) return text;
  if (loss !== null && loss.path.length > 0) {
    const place = `invalid event data at ${JSON.stringify(loss.path)}: ${loss.problem}`;
    throw new EventError(data, place, options);
  }
  const message = `invalid event data: received ${quote(data)}; expected a string or a JSON value`;
  throw new EventError(data, message, options);
}
