/** Whether a call does not reject. */
export function succeeds(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    () => false,
  );
}

const ATTEMPTS = 5;

/**
 * Calls until a call succeeds: on a machine that stands still for a moment, one can exceed a timeout of 1,000 ms.
 *
 * @throws the error of the last of 5 calls
 */
export async function patiently<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    try {
      return await call();
    } catch {
      // Called again.
    }
  }
  return call();
}
