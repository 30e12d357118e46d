import { rateLimit } from '@mortise/rate-limit';
import { flashOf, sessionOf } from '@mortise/session';
import type { StoreInterface } from '@mortise/store';
import { render } from '@mortise/view';
import { localRedirect, type Routes } from 'mortise';
import { type OpenSockets, ownerOf } from '../live/open-sockets.js';
import { formOf, textsOf } from '../pages/form.js';
import { PERSON_ID } from './current-person.js';
import type { PeopleStore } from './people-store.js';
import { PERSON } from './person.js';

/**
 * Sign in and out.
 *
 * @param attempts how many log-ins an address can try in a minute
 */
export function signInPages(
  routes: Routes,
  people: PeopleStore,
  store: StoreInterface,
  attempts: number,
  sockets: OpenSockets,
): void {
  const title = 'Sign in';
  routes.get(
    '/sign-in',
    (request, response) => {
      const { next } = textsOf(request.getQueryParams());
      return render(request, response, 'sign-in', { title, name: '', next, problem: null });
    },
    { name: 'sign-in' },
  );

  routes.post(
    '/sign-in',
    async (request, response) => {
      const { name = '', password = '', next = '' } = formOf(request);
      const person = await people.verify(name, password);
      if (person === null) {
        const problem = 'The name or the password is wrong.';
        const again = { title, name, next, problem };
        return render(request, response.withStatus(422), 'sign-in', again);
      }
      const session = sessionOf(request);
      session.regenerate(); // a new id: one that was planted before is useless
      session.set(PERSON_ID, person.id);
      session.flash.addMessage('notice', `Welcome, ${person.name}.`);
      return localRedirect(response, next === '' ? '/books' : next, 303);
    },
    {
      layers: [
        rateLimit({
          store,
          policies: [{ name: 'sign-in', limit: attempts, window: 60 }],
          whenDown: 'refuse',
        }),
      ],
    },
  );

  routes.post('/sign-out', async (request, response) => {
    if (request.getAttribute(PERSON) !== undefined) {
      await sockets.end({ session: ownerOf(request).session });
    }
    sessionOf(request).destroy();
    flashOf(request).addMessage('notice', 'You are signed out.');
    return localRedirect(response, '/books', 303);
  });
}
