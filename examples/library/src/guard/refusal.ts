import { type HttpError, httpError } from 'mortise';

/** Responses to requests that a guard refuses. */
export const refusal = {
  /** RFC 9110 11.6.1: a 401 says how to authenticate. */
  unauthenticated: (): HttpError =>
    httpError(401, 'Changes need a name and a password.', {
      code: 'UNAUTHENTICATED',
      headers: { 'WWW-Authenticate': 'Basic realm="The Library", charset="UTF-8"' },
    }),

  forbidden: (user: string, permission: string): HttpError =>
    httpError(403, `${user} lacks the permission ${permission}.`, { code: 'FORBIDDEN' }),

  foreignOrigin: (): HttpError =>
    httpError(403, 'Changes are accepted from pages of this site only.', {
      code: 'FOREIGN_ORIGIN',
    }),
};
