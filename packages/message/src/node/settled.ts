/**
 * Returns the result of a callback-style function of `node:fs` as a promise.
 *
 * `promisify` would load the rest of `node:util` at startup, which takes 1 ms.
 *
 * @param call calls the function with the callback
 */
export function settled<Result = void>(
  call: (done: (error: Error | null, result?: Result) => void) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    call((error, result) => {
      if (error === null) resolve(result as Result);
      else reject(error);
    });
  });
}
