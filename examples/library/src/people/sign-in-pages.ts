import { rateLimit } from '@mortise/rate-limit';
import { sessionOf } from '@mortise/session';
import type { StoreInterface } from '@mortise/store';
import { render } from '@mortise/view';
import {
  isHttpError,
  localRedirect,
  type ResponseInterface,
  type Routes,
  type ServerRequestInterface,
} from 'mortise';
import type { RoomsInterface } from '@mortise/ws/node';
import { endSockets, ownRooms } from '../live/open-sockets.js';
import { formOf, textsOf } from '../pages/form.js';
import { withNotice } from '../pages/with-notice.js';
import { demoPeople } from './demo-people.js';
import { PERSON_ID } from './current-person.js';
import type { PeopleStore } from './people-store.js';
import { PERSON } from './person.js';

const page = { title: 'Sign in', demoPeople };

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
  rooms: RoomsInterface,
): void {
  routes.get('/sign-in', (request, response) => {
    const { next } = textsOf(request.getQueryParams());
    return render(request, response, 'sign-in', { ...page, name: '', next, problem: null });
  });

  const attempt = rateLimit({
    store,
    policies: [{ name: 'sign-in', limit: attempts, window: 60 }],
    whenDown: 'refuse',
  });
  routes.post('/sign-in', signIn, { layers: [attempt] });

  routes.post('/sign-out', async (request, response) => {
    await endSocketsOfSession(request, rooms);
    sessionOf(request).destroy();
    return withNotice(request, response, '/books', 'You are signed out.');
  });

  async function signIn(
    request: ServerRequestInterface,
    response: ResponseInterface,
  ): Promise<ResponseInterface> {
    const { name = '', password = '', next = '' } = formOf(request);
    const person = await people.verify(name, password);
    if (person === null) {
      const problem = 'The name or password is wrong.';
      const again = { ...page, name, next, problem };
      return render(request, response.withStatus(422), 'sign-in', again);
    }
    const session = sessionOf(request);
    // The log-in ends what was signed in before: its sockets, and what another person has left.
    await endSocketsOfSession(request, rooms);
    const before = session.get(PERSON_ID);
    if (before !== undefined && before !== person.id) session.clear();
    session.regenerate(); // a new id, so that one planted before the login stops working
    session.set(PERSON_ID, person.id);
    session.flash.addMessage('notice', `Welcome, ${person.name}.`);
    return backTo(response, next);
  }
}

async function endSocketsOfSession(request: ServerRequestInterface, rooms: RoomsInterface) {
  if (request.getAttribute(PERSON) === undefined) return;
  await endSockets(rooms, ownRooms(request).session);
}

/** To the page that asked for the log-in; to the catalogue if `next` is not a path of this site. */
function backTo(response: ResponseInterface, next: string): ResponseInterface {
  try {
    return localRedirect(response, next, 303);
  } catch (error) {
    if (!isHttpError(error)) throw error;
    return localRedirect(response, '/books', 303);
  }
}
