/** What a function throws; a text when it throws nothing. */
export function errorOf(run: () => unknown): unknown {
  try {
    run();
    return 'nothing was thrown';
  } catch (error) {
    return error;
  }
}
