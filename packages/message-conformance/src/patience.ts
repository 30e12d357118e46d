import { ContractViolation } from './contract-violation.js';

/**
 * How long to wait for something that may never happen: 200 rounds of 10 ms. Rounds are counted instead of time, so
 * that suspending the machine costs only one of them.
 */
const ROUNDS = 200;
const ROUND_MS = 10;

/** Returns the value of a promise. Rejects with a violation if the promise does not settle. */
export async function withoutWaiting<T>(promise: Promise<T>, what: string): Promise<T> {
  let settled = false;
  const noted = promise.finally(() => {
    settled = true;
  });
  const impatience = waitFor(() => settled).then((came) => {
    if (!came) throw new ContractViolation(`${what} never settles`);
    return noted;
  });
  return Promise.race([noted, impatience]);
}

/** Waits a moment, so that pending work can run. */
export function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

/** Waits until a condition holds. Rejects with a violation if it never does. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  sentence: string,
): Promise<void> {
  if (!(await waitFor(holds))) throw new ContractViolation(sentence);
}

/** @returns `false` if the condition does not hold after all rounds */
async function waitFor(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
  }
  return holds();
}
