import { HTTP_ERROR, OUTAGE } from './symbols.js';

/** Whether the text of an error is safe to show to clients: it has {@link HTTP_ERROR}. */
export function isClientText(error: unknown): boolean {
  return memberOf(error, HTTP_ERROR) === true;
}

/** Whether an error only reports the outage of something that many requests need: it has {@link OUTAGE}. */
export function isOutage(error: unknown): boolean {
  return memberOf(error, OUTAGE) === true;
}

/**
 * Returns the status of an error: its `status`, otherwise its `statusCode`.
 *
 * @param error anything that was thrown
 * @returns an integer from 400 to 599; `null` if the error has none: respond with 500
 */
export function statusOf(error: unknown): number | null {
  const status = memberOf(error, 'status');
  if (isErrorStatus(status)) return status;
  const statusCode = memberOf(error, 'statusCode');
  return isErrorStatus(statusCode) ? statusCode : null;
}

/**
 * Returns a member of any thrown value.
 *
 * @returns `undefined` if it is absent, or if reading it throws, as a getter or a proxy can: handling an error must not
 *   fail
 */
export function memberOf(error: unknown, name: PropertyKey): unknown {
  try {
    return (Object(error) as Readonly<Record<PropertyKey, unknown>>)[name];
  } catch {
    return undefined;
  }
}

/** Whether a value is an HTTP error status: an integer from 400 to 599. */
export function isErrorStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599;
}
