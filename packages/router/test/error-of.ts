import { RouterError } from '../src/index.js';

/** The error that a function throws. */
export function errorOf(run: () => unknown): RouterError {
  try {
    run();
  } catch (error) {
    if (error instanceof RouterError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
