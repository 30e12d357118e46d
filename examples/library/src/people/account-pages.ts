import { sessionOf } from '@mortise/session';
import { contentDisposition } from '@mortise/static';
import { render } from '@mortise/view';
import { httpError, json, type Routes, type ServerRequestInterface } from 'mortise';
import type { Announce } from '../live/announcing.js';
import type { RoomsInterface } from '@mortise/ws/node';
import { endSockets, ownRooms } from '../live/open-sockets.js';
import type { LoanStore } from '../loans/loan-store.js';
import type { PeopleStore } from './people-store.js';
import { WISHES } from '../old/old-app.js';
import { withNotice } from '../pages/with-notice.js';
import { personOf } from './person.js';
import { only } from './roles.js';

/** What is stored about oneself: to see, to download, to delete. */
export function accountPages(
  routes: Routes,
  people: PeopleStore,
  loans: LoanStore,
  rooms: RoomsInterface,
  announce: Announce,
): void {
  const dataOf = async (request: ServerRequestInterface) => ({
    ...(await people.personalData(personOf(request))),
    wishes: sessionOf(request).get(WISHES) ?? [],
  });

  routes.get(
    '/account',
    async (request, response) => {
      const data = await dataOf(request);
      const current = await loans.ofPerson(personOf(request).id);
      return render(request, response, 'account', { title: 'Your account', data, current });
    },
    only('reader'),
  );

  routes.get(
    '/account/data.json',
    async (request, response) => {
      const disposition = contentDisposition('library.json');
      return json(response, await dataOf(request)).withHeader('Content-Disposition', disposition);
    },
    only('reader'),
  );

  deletion(routes, people, rooms, announce);
}

/** A question, then the end of the account. */
function deletion(
  routes: Routes,
  people: PeopleStore,
  rooms: RoomsInterface,
  announce: Announce,
): void {
  routes.get(
    '/account/delete',
    (request, response) =>
      render(request, response, 'confirm', {
        title: 'Delete your account?',
        consequence:
          'Your reservations are deleted too. Your loans stay in the statistics, without your name.',
        ...{ action: '/account/delete', method: null, back: '/account' },
      }),
    only('reader'),
  );

  routes.post(
    '/account/delete',
    async (request, response) => {
      const person = personOf(request).id;
      const released = await people.remove(person);
      if (released === null) {
        throw httpError(409, 'Return your books before you delete your account.', {
          code: 'BOOKS_AT_HOME',
        });
      }
      await Promise.all(released.map(announce));
      await endSockets(rooms, ownRooms(request).person);
      sessionOf(request).destroy();
      return withNotice(request, response, '/books', 'Your account has been deleted.');
    },
    only('reader'),
  );
}
