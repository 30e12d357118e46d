import { BodyError } from '../body-error.js';

/**
 * The name of a file's field, when its brackets are sound. PHP repairs the names of fields and drops
 * files with such names; a lost file is told here.
 *
 * @throws {BodyError} `BODY_PART_HEADER` for `a[`, `a]`, `a[b]c`, `a[[b]` and the like
 */
export function uploadName(name: string): string {
  if (/^[^[\]]*(?:\[[^[\]]*\])*$/.test(name)) return name;
  throw BodyError.partHeader(
    `the name ${JSON.stringify(name.slice(0, 80))}, whose brackets do not match`,
  );
}
