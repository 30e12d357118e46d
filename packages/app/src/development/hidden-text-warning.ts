import { CodedError, isClientText, memberOf, quote, warnOnce } from '@mortise/base';

/**
 * Creates a function that is called with each error and its status. It warns once (`process.emitWarning`) of an error of
 * the program, or of a library, with a status below 500 and a text that the response did not contain.
 */
export function hiddenTextWarning(): (error: Error, status: number) => void {
  const warnNow = warnOnce('ERROR_TEXT_HIDDEN');
  return (error, status) => {
    const text = memberOf(error, 'message');
    // Errors of Mortise tell clients what they may know.
    if (status >= 500 || text === '' || error instanceof CodedError || isClientText(error)) return;
    if (memberOf(error, 'expose') === true) return;
    warnNow(
      `the response to an error with the status ${status} does not contain its text: ${quote(text)}`,
      `Texts of unknown errors can contain secrets. If this one is for clients, write throw httpError(${status}, text, { cause: error }).`,
    );
  };
}
