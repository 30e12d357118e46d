import type { StoredValue } from '@mortise/store';
import { ContractViolation } from './contract-violation.js';

/** @param sentence the message of the violation: what was found instead */
export function expectThat(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new ContractViolation(sentence);
}

/** Compares JSON values by content. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  expectThat(found === wanted, `${what}: found ${found}, expected ${wanted}`);
}

/** @returns the value's text; `null` if it is absent */
export function textOf(stored: StoredValue | null): string | null {
  return stored && new TextDecoder().decode(stored.value);
}

/** Expects a call to reject with a code and a status, and not to throw. */
export async function expectRejection(
  code: string,
  status: number,
  what: string,
  call: () => Promise<unknown>,
): Promise<void> {
  let result: Promise<unknown>;
  try {
    result = call();
  } catch (cause) {
    throw new ContractViolation(`${what}: threw instead of rejecting with ${code}`, { cause });
  }
  expectThat(
    typeof (result as Partial<Promise<unknown>> | undefined)?.then === 'function',
    `${what}: returned ${JSON.stringify(result)} instead of a promise`,
  );
  const error = await result.then(
    () => null,
    (reason: unknown) => reason ?? 'nothing',
  );
  expectThat(error !== null, `${what}: was not refused; expected ${code}`);
  const found = error as { readonly code?: unknown; readonly status?: unknown };
  if (found.code === code && found.status === status) return;
  const facts = JSON.stringify([found.code, found.status]);
  const sentence = `${what}: code and status: found ${facts}, expected ["${code}",${status}]`;
  throw new ContractViolation(sentence, { cause: error });
}

/** Waits until a condition holds, for at most about 10 s, which is far more than needed. */
export async function eventually(holds: () => Promise<boolean>, sentence: string): Promise<void> {
  for (let round = 0; round < 200; round++) {
    if (await holds()) return;
    await pause(50);
  }
  throw new ContractViolation(sentence);
}

/**
 * Repeats a call that must succeed while it takes longer than the timeout, as it can on a busy machine: at most ten times,
 * which is about 10 s. After an error with a cause, it is not repeated: the server has refused the call.
 */
export async function unlessBusy<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
      if (code !== 'STORE_UNAVAILABLE' || cause !== undefined || attempt === 10) throw error;
    }
  }
}

/** @param ms milliseconds */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
