import type { MessageErrorCode } from '@mortise/http-message';
import { ContractViolation } from './contract-violation.js';
import { isEqual } from './is-equal.js';

/** An error with unknown members. */
export interface ThrownError extends Error {
  readonly code?: unknown;
  readonly value?: unknown;
  readonly status?: unknown;
}

/** Throws a violation unless a condition holds. @param sentence states the violation */
export function expectThat(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new ContractViolation(sentence);
}

/** Expects equal content: text, numbers, bytes, lists, and maps with any prototype. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  if (isEqual(actual, expected)) return;
  throw new ContractViolation(`${what} is ${show(actual)}, not ${show(expected)}`);
}

/** Expects the same object. */
export function expectSame(actual: unknown, expected: unknown, what: string): void {
  if (Object.is(actual, expected)) return;
  const wanted = isShown(expected) ? show(expected) : 'that object';
  const found = isShown(actual) ? `${show(actual)}, not ${wanted}` : 'another object';
  throw new ContractViolation(`${what} is ${found}`);
}

/** Expects an object without a prototype. */
export function expectNullPrototype(map: object, what: string): void {
  expectThat(Object.getPrototypeOf(map) === null, `${what} has a prototype`);
}

/**
 * Expects a call to throw an error with a code.
 *
 * @param value the refused value, which the error must have as `value`; omitted if the call is refused because of a
 *   state
 * @param shown the refused value to name in the violation, if the error's `value` can differ; default `value`
 */
export function expectThrow(
  code: MessageErrorCode,
  act: () => unknown,
  value?: unknown,
  shown: unknown = value,
): ThrownError {
  let result: unknown;
  try {
    result = act();
  } catch (error) {
    return expectError(error, code, value, shown);
  }
  if (result instanceof Promise) result.catch(() => undefined);
  throw new ContractViolation(`${quoted(shown)}nothing was thrown; expected ${code}`);
}

/** Like {@link expectThrow}, for a call that returns a promise: it must reject, not throw. */
export async function expectRejection(
  code: MessageErrorCode,
  act: () => Promise<unknown>,
  value?: unknown,
): Promise<ThrownError> {
  let promise: Promise<unknown>;
  try {
    promise = act();
  } catch (error) {
    throw new ContractViolation(`threw ${code} instead of rejecting with it`, { cause: error });
  }
  try {
    await promise;
  } catch (error) {
    return expectError(error, code, value);
  }
  throw new ContractViolation(`${quoted(value)}nothing was rejected; expected ${code}`);
}

/** Expects every value to be refused with one code. */
export function expectEachRefused(
  code: MessageErrorCode,
  values: readonly unknown[],
  act: (value: never) => unknown,
): void {
  for (const value of values) expectThrow(code, () => act(value as never), value);
}

function expectError(
  error: unknown,
  code: MessageErrorCode,
  value: unknown,
  shown = value,
): ThrownError {
  const options = { cause: error };
  if (!(error instanceof Error))
    throw new ContractViolation('the thrown value is not an Error', options);
  const actual: ThrownError = error;
  if (actual.code !== code) {
    const sentence = `${quoted(shown)}the code is ${show(actual.code)}, not ${code}`;
    throw new ContractViolation(`${sentence}: ${error.message}`, options);
  }
  if (value !== undefined && !Object.is(actual.value, value)) {
    const sentence = `the error's value is ${show(actual.value)}, not the refused value`;
    throw new ContractViolation(quoted(value) + sentence, options);
  }
  return actual;
}

function quoted(value: unknown): string {
  return value === undefined ? '' : `${show(value)}: `;
}

/** Whether a value can be shown. An implementation's objects can be large, or have cycles. */
function isShown(value: unknown): boolean {
  return value instanceof Error || value === null || !/object|function/.test(typeof value);
}

/**
 * Formats a value for a message. Escapes characters outside printable ASCII: many look like others, or are invisible.
 */
function show(value: unknown): string {
  if (value instanceof Error) return show(String(value));
  if (value instanceof Uint8Array) return `bytes [${value.join(' ')}]`;
  const text =
    typeof value === 'object' || typeof value === 'string' ? JSON.stringify(value) : null;
  return (text ?? String(value)).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
