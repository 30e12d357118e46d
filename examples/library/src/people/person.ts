import { type AttributeKey, type HttpError, httpError, type ServerRequestInterface } from 'mortise';

/** A librarian may do what a reader may, and change the catalogue. */
export type Role = 'reader' | 'librarian';

/** Somebody who can sign in. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
}

/** The person who sent the request; absent for a visitor. */
export const PERSON: AttributeKey<Person> = 'app.person';

/**
 * The person who sent the request.
 *
 * @throws {HttpError} 401 `SIGN_IN_REQUIRED` for a visitor
 */
export function personOf(request: ServerRequestInterface): Person {
  const person = request.getAttribute(PERSON);
  if (person === undefined) throw signInRequired();
  return person;
}

/** What a 401 asks for (RFC 9110 15.5.2): the cookie of a session that has signed in. No browser opens a dialog for it. */
export const CHALLENGE = 'Cookie realm="Library"';

/** 401, for a visitor, and for a person who was deleted in the meantime. */
export function signInRequired(): HttpError {
  return httpError(401, 'Sign in to continue.', {
    code: 'SIGN_IN_REQUIRED',
    headers: { 'WWW-Authenticate': CHALLENGE },
  });
}
