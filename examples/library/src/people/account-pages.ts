import { flashOf, sessionOf } from '@mortise/session';
import { contentDisposition } from '@mortise/static';
import { render } from '@mortise/view';
import { httpError, json, localRedirect, type Routes } from 'mortise';
import type { OpenSockets } from '../live/open-sockets.js';
import type { LoanStore } from '../loans/loan-store.js';
import type { PeopleStore } from './people-store.js';
import { personOf } from './person.js';
import { only } from './roles.js';

/** What is stored about oneself: to see, to download, to delete. */
export function accountPages(
  routes: Routes,
  people: PeopleStore,
  loans: LoanStore,
  sockets: OpenSockets,
): void {
  routes.get(
    '/account',
    async (request, response) => {
      const person = personOf(request);
      const data = await people.personalData(person);
      const current = await loans.ofPerson(person.id);
      return render(request, response, 'account', { title: 'Your account', data, current });
    },
    { ...only('reader'), name: 'account' },
  );

  routes.get(
    '/account/data.json',
    async (request, response) => {
      const data = await people.personalData(personOf(request));
      return json(response, data).withHeader(
        'Content-Disposition',
        contentDisposition('library.json'),
      );
    },
    { ...only('reader'), name: 'account.data' },
  );

  routes.post(
    '/account/delete',
    async (request, response) => {
      const person = personOf(request).id;
      if (!(await people.remove(person))) {
        throw httpError(409, 'Return your books before you delete your account.', {
          code: 'BOOKS_AT_HOME',
        });
      }
      await sockets.end({ person });
      sessionOf(request).destroy();
      flashOf(request).addMessage('notice', 'Your account is deleted.');
      return localRedirect(response, '/books', 303);
    },
    { ...only('reader'), name: 'account.delete' },
  );
}
