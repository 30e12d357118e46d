import type { Problem } from '@mortise/client';

/** What the library says of a refused request: the sentence of its problem, and each invalid value with the reason. */
export function problemText(problem: Partial<Problem> | null, status: number): string {
  const { detail = `The library responded with ${status}.`, errors = [] } = problem ?? {};
  return [detail, ...errors.map(({ pointer, detail: reason }) => `${pointer}: ${reason}`)].join(
    '\n',
  );
}
