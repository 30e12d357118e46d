import { ContractViolation } from './contract-violation.js';

/** @param sentence says what was found instead */
export function expectThat(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new ContractViolation(sentence);
}

/** Compares numbers, texts, `null` and lists of them by content. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  expectThat(found === wanted, `${what}: found ${found}, expected ${wanted}`);
}

/** Expects a call to reject with a code, and not to throw. @param status `undefined`: any */
export async function expectRejection(
  code: string,
  status: number | undefined,
  what: string,
  call: () => Promise<unknown>,
): Promise<void> {
  let result: Promise<unknown>;
  try {
    result = call();
  } catch (cause) {
    throw new ContractViolation(`${what}: threw instead of rejecting with ${code}`, { cause });
  }
  const error = await inTime(what, result).then(
    () => null,
    (reason: unknown) => reason ?? 'nothing',
  );
  if (error instanceof ContractViolation) throw error;
  expectThat(error !== null, `${what}: was not refused; expected ${code}`);
  const found = error as { readonly code?: unknown; readonly status?: unknown };
  if (found.code === code && (status === undefined || found.status === status)) return;
  const facts = JSON.stringify([found.code, found.status]);
  const sentence = `${what}: code and status: found ${facts}, expected ["${code}",${status}]`;
  throw new ContractViolation(sentence, { cause: error });
}

/** Far longer than a timeout of 1,000 ms, for a busy machine: a call that takes longer hangs. */
async function inTime<T>(name: string, call: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hung = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ContractViolation(`${name}: hangs`));
    }, 15_000);
  });
  try {
    return await Promise.race([call, hung]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until a condition holds: at most about 15 s, far more than needed. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  sentence: () => string,
): Promise<void> {
  for (const end = Date.now() + 15_000; Date.now() < end; ) {
    if (await holds()) return;
    await pause(10);
  }
  throw new ContractViolation(sentence());
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
      if (code !== 'PUBSUB_UNAVAILABLE' || cause !== undefined || attempt === 10) throw error;
    }
  }
}

/** @param ms milliseconds */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
