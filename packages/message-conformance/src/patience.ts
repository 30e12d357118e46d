import { ContractViolation } from './contract-violation.js';

/** Longer than any implementation takes over something that is there already, in ms. */
const LIMIT = 2000;

/** What a promise gives, which must not wait for what never comes. */
export async function withoutWaiting<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ContractViolation(`${what} waits for what never comes`));
    }, LIMIT);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until something holds that may take its time. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  sentence: string,
): Promise<void> {
  const begun = Date.now();
  while (!(await holds())) {
    if (Date.now() - begun > LIMIT) throw new ContractViolation(sentence);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
