/**
 * Waits for what a program prints once it serves, such as its address.
 *
 * @param {import('node:child_process').ChildProcess} child with pipes as its output
 * @param {RegExp} pattern its first group is the result
 * @param {number} timeout milliseconds
 * @returns {Promise<string>}
 * @throws {Error} with what it printed, if the program ends before, cannot be started or takes longer
 */
export function printedBy(child, pattern, timeout) {
  return new Promise((resolve, reject) => {
    let printed = '';
    const fail = (problem) => reject(new Error(`${problem}: ${printed.trim().slice(-1000)}`));
    const late = setTimeout(fail, timeout, `printed nothing like ${pattern} in ${timeout} ms`);
    const read = (chunk) => {
      printed += chunk;
      const found = pattern.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    };
    for (const output of [child.stdout, child.stderr]) output.on('data', read);
    child.on('error', ({ message }) => fail(message));
    child.on('close', (code) => {
      clearTimeout(late);
      fail(`ended with ${code}`);
    });
  });
}
