/** What the dependencies of a packed manifest may ask for. */

/** Packages whose inner members are used, so that each version has to be tried first. */
const EXACT = ['busboy'];

/**
 * @param {Record<string, string>} [dependencies] of the manifest in a tarball
 * @returns {string[]} a sentence for each that users cannot install, or whose fixes would not reach them
 */
export function dependencyProblems(dependencies = {}) {
  return Object.entries(dependencies).flatMap(([name, range]) => {
    if (/^(?:workspace|catalog):/.test(range))
      return [`the packed manifest asks for ${name} ${range}`];
    const isExact = /^\d/.test(range);
    if (isExact && !EXACT.includes(name))
      return [
        `${name} ${range} is an exact version: write ^${range} in the catalog, so that its fixes reach users`,
      ];
    return [];
  });
}
