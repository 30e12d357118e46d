import { ensure } from '@mortise/base/options';

/** Maximum bytes of a reason (RFC 6455 5.5, 5.5.1). */
const MAX_REASON = 123;

/** @throws {OptionError} `OPTION_INVALID` for a code that may not be sent, and for a reason that is too long */
export function checkClose(caller: string, code: number, reason: string): void {
  ensure(isCloseCode(code), `${caller}.code`, code, '1000 to 1003, 1007 to 1014, or 3000 to 4999');
  const fits = typeof reason === 'string' && Buffer.byteLength(reason) <= MAX_REASON;
  ensure(fits, `${caller}.reason`, reason, `a string of at most ${MAX_REASON} bytes`);
}

/** Whether an endpoint may send a code (RFC 6455 7.4; IANA's registry up to 1014). */
export function isCloseCode(code: unknown): code is number {
  if (!Number.isInteger(code)) return false;
  const number = code as number;
  if (number >= 3000 && number <= 4999) return true;
  return number >= 1000 && number <= 1014 && (number < 1004 || number > 1006);
}

/**
 * The code with which the package `ws` closes a connection whose client broke the protocol or a limit.
 *
 * @returns `null` for another error: the connection failed, and no code was sent
 */
export function failureCode(error: Error): number | null {
  const { code = '' } = error as Error & { readonly code?: string };
  if (!code.startsWith('WS_ERR_')) return null;
  if (code === 'WS_ERR_INVALID_UTF8') return 1007;
  if (code === 'WS_ERR_TOO_MANY_BUFFERED_PARTS') return 1008;
  return code.startsWith('WS_ERR_UNSUPPORTED_') ? 1009 : 1002;
}
