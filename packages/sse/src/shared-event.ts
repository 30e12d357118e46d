import { formattedOnce, type ServerEvent, written } from './server-event.js';
import { EventError } from './sse-error.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Writes an event as the message of a bus: JSON with `data` as text, `event`, `retry`, and `json` if the
 * text is the JSON of a value.
 *
 * @throws {EventError} `EVENT_INVALID` for an event that cannot be sent, that has an id, or is a comment
 */
export function messageOf(event: ServerEvent): string {
  const { data: text } = written(event);
  if ('comment' in event || event.id !== undefined) {
    const expected = 'expected an event without an id: the bus sets the position as its id';
    const found = 'comment' in event ? 'a comment' : 'an id';
    throw new EventError(
      event,
      `invalid event for a shared channel: received ${found}; ${expected}`,
    );
  }
  const { data, event: name, retry } = event;
  const json = typeof data === 'string' ? undefined : true;
  return JSON.stringify({ data: text, event: name, retry, json });
}

/**
 * Reads an event from a message. A message not written by {@link messageOf} is an event's data.
 *
 * @param id `''` for no id
 */
export function eventOf(message: Uint8Array, id: string): ServerEvent {
  const text = decoder.decode(message);
  const position = id === '' ? {} : { id };
  try {
    const { data, event, retry, json } = JSON.parse(text) as Record<string, unknown>;
    if (typeof data === 'string')
      return formattedOnce(
        {
          ...{ data, ...position },
          ...(event !== undefined && { event: event as string }),
          ...(retry !== undefined && { retry: retry as number }),
        },
        json === true,
      );
  } catch {
    // Not JSON, or not an event: published by another program.
  }
  return formattedOnce({ data: text, ...position });
}
