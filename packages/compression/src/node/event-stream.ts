const EVENT_STREAM = /^text\/event-stream[\t ]*(?:;|$)/i;

/**
 * Whether a body is a stream of events.
 *
 * @param contentType value of the header, including parameters
 * @see RFC 9110 8.3.1: media types are case-insensitive
 */
export function isEventStream(contentType: string): boolean {
  return EVENT_STREAM.test(contentType);
}
