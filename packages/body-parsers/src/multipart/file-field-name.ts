import { BodyError } from '../body-error.js';

/**
 * Checks the brackets in the name of a file. PHP repairs unbalanced brackets in names of fields, but drops files with
 * such names. This function throws instead, so that no file is lost silently.
 *
 * @returns the name
 * @throws {BodyError} `BODY_PART_HEADER` for `a[`, `a]`, `a[b]c`, `a[[b]` and similar
 */
export function fileFieldName(name: string): string {
  if (/^[^[\]]*(?:\[[^[\]]*\])*$/.test(name)) return name;
  throw BodyError.partHeader(
    `the brackets in the name ${JSON.stringify(name.slice(0, 80))} do not match`,
  );
}
