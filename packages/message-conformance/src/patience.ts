import { ContractViolation } from './contract-violation.js';

/**
 * How long to wait for what may never come: 200 rounds of 10 ms. Rounds are counted, not the time, so
 * that a machine which stood still for a while has missed one of them only.
 */
const ROUNDS = 200;
const ROUND_MS = 10;

/** What a promise gives, which must not wait for what never comes. */
export async function withoutWaiting<T>(promise: Promise<T>, what: string): Promise<T> {
  let settled = false;
  const noted = promise.finally(() => {
    settled = true;
  });
  const impatience = waitFor(() => settled).then((came) => {
    if (!came) throw new ContractViolation(`${what} waits for what never comes`);
    return noted;
  });
  return Promise.race([noted, impatience]);
}

/** A moment in which what was begun without waiting can happen. */
export function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

/** Waits until something holds that may take its time. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  sentence: string,
): Promise<void> {
  if (!(await waitFor(holds))) throw new ContractViolation(sentence);
}

/** @returns false when it does not hold after all the rounds */
async function waitFor(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
  }
  return holds();
}
