import { SESSION } from '@mortise/session';
import { withViewData } from '@mortise/view';
import type { AttributeKey, MiddlewareInterface } from 'mortise';
import type { PeopleStore } from './people-store.js';
import { PERSON } from './person.js';

/** The id of the person, in the session. */
export const PERSON_ID: AttributeKey<number> = 'person';

/** Finds the person of the session: for handlers the attribute `PERSON`, for templates `it.person`. */
export function currentPerson(people: PeopleStore): MiddlewareInterface {
  return {
    name: 'currentPerson',
    async process(request, handler) {
      const id = request.getAttribute(SESSION)?.get(PERSON_ID);
      // Read at each request: a role can change, and a person can be deleted, while a session lives.
      const person = id === undefined ? null : await people.find(id);
      if (person === null) return handler.handle(withViewData(request, { person }));
      return handler.handle(withViewData(request.withAttribute(PERSON, person), { person }));
    },
  };
}
