/**
 * The result of a function of `node:fs` that takes a callback, as a promise.
 *
 * `promisify` would load the rest of `node:util` at every start, which takes 1 ms.
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
