import { applied, type SessionData } from './operations.js';
import { SessionError } from './session-error.js';

/** Milliseconds without a request after which a session ends by default: 2 hours. */
export const IDLE_TTL = 7_200_000;
/** Milliseconds after its creation at which a session ends by default: 7 days. */
export const ABSOLUTE_TTL = 604_800_000;

/**
 * A session in its stored form. The text is parsed for each use, so that changes that the application makes to returned
 * values do not affect it.
 */
export interface SessionRecord {
  /** When the session ends even if it is active, in milliseconds since 1970. */
  readonly until: number;

  /** The whole record as JSON. */
  readonly text: string;
}

/** @throws {SessionError} `SESSION_TOO_LARGE` if the text has more than `maxBytes` */
export function writeRecord(until: number, data: SessionData, maxBytes: number): SessionRecord {
  const text = JSON.stringify({ until, data });
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= maxBytes) return { until, text };
  throw tooLarge(bytes, maxBytes);
}

/** @returns `null` if the text is not from {@link writeRecord}, or the session has ended */
export function readRecord(text: string, now: number): SessionRecord | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const { until, data } = Object(parsed) as Readonly<Record<string, unknown>>;
  if (typeof until !== 'number' || until <= now) return null;
  return typeof data === 'object' && data !== null ? { until, text } : null;
}

/** Returns a session's values as a new object, empty if there is no record. */
export function dataOf(record: SessionRecord | null): SessionData {
  return applied(record === null ? {} : (JSON.parse(record.text) as { data: SessionData }).data);
}

/** The error for a session that exceeds its limit. */
export function tooLarge(bytes: number, maxBytes: number): SessionError {
  return new SessionError(
    'SESSION_TOO_LARGE',
    `the session has ${bytes} bytes and exceeds the limit of ${maxBytes}; store ids in it, and data in a database`,
  );
}
