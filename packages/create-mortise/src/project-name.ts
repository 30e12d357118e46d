import { CreateError } from './create-error.js';

/** A package name that npm accepts, without a scope. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,213}$/;

/** Names that npm refuses although they match {@link NAME}. */
const REFUSED: readonly string[] = ['favicon.ico', 'node_modules'];

/** @throws {CreateError} `NAME_INVALID` if npm refuses the name */
export function refuseName(name: string): void {
  if (NAME.test(name) && !REFUSED.includes(name)) return;
  throw new CreateError(
    'NAME_INVALID',
    `${JSON.stringify(name.slice(0, 80))} is not a valid package name: use lower-case letters, digits, "-", "_" and "."; npm also refuses ${REFUSED.join(' and ')}`,
  );
}
