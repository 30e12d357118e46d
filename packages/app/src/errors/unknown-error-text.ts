import type { UnknownErrorText } from './contract.js';

/** The text for unknown errors in the default error handling, without `addErrorMiddleware`. */
export const serverErrorText: UnknownErrorText = {
  title: '500 Internal Server Error',
  description: 'The server could not handle the request.',
};

/** Slim's text for unknown errors: the default with `addErrorMiddleware` and in variant A. */
export const unknownErrorText: UnknownErrorText = {
  title: 'Application Error',
  description: 'A website error has occurred. Sorry for the temporary inconvenience.',
};
