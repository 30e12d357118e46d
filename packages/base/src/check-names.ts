/**
 * Checks that options have only known names, for callers without types, and for objects that TypeScript does not check
 * for further names: a misspelled name would leave its default in force unnoticed. The error does not contain the
 * value: it can be the secret of a misspelled option.
 *
 * @param known every name, with any value: its type checks that the list is complete
 * @param invalid creates the error
 * @param path of the object, for an option that has options of its own: `'limits.'`. Default: the options are not nested
 * @throws the error of `invalid`, for the first unknown name
 */
export function checkNames<Options extends object>(
  options: Options,
  known: Readonly<Record<keyof Options & string, unknown>>,
  invalid: (message: string) => Error,
  path = '',
): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    const names = Object.keys(known).join(', ');
    throw invalid(`unknown option ${path}${name}; expected one of ${names}`);
  }
}
