import { headersOf, isClientText, memberOf, statusOf } from '@mortise/base';
import type { ErrorRecord } from './idempotency-record.js';
import { keptHeaders } from './kept-headers.js';

/**
 * Whether an error says, with the member `retryable: true`, that the request took no effect and can run again. Neither
 * a status nor an outage says so: the handler may have taken effect before it failed.
 */
export function isRetryable(error: unknown): boolean {
  return memberOf(error, 'retryable') === true;
}

/**
 * Returns the record of an error: what clients may see, by the rules of `HttpErrorInterface`.
 *
 * @param error any thrown value; without a status, it becomes a 500 without text
 */
export function errorRecord(fingerprint: string, error: unknown): ErrorRecord {
  const status = statusOf(error) ?? 500;
  const isClient = isClientText(error);
  const isExposed = isClient || (status < 500 && memberOf(error, 'expose') === true);
  const message = status < 500 && isExposed ? textOf(error, 'message') : null;
  return {
    kind: 'error',
    fingerprint,
    status,
    code: isExposed ? textOf(error, 'code') : null,
    title: isClient ? textOf(error, 'title') : null,
    detail: (isClient ? textOf(error, 'detail') : null) ?? message ?? '',
    problem: isClient ? jsonOf(memberOf(error, 'problem')) : {},
    headers: keptHeaders(headersOf(error)),
  };
}

function textOf(error: unknown, name: string): string | null {
  const value = memberOf(error, name);
  return typeof value === 'string' ? value : null;
}

/** @returns `{}` for a value that JSON cannot represent */
function jsonOf(problem: unknown): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(JSON.stringify(problem)) as Record<string, unknown>) };
  } catch {
    return {};
  }
}
