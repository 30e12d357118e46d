import { csrfTokens } from '@mortise/csrf';
import { requestIdOf } from '@mortise/request-log';
import { type AppInterface, createApp } from 'mortise';
import type { Registry } from 'prom-client';
import { libraryApi } from './api.js';
import { bookForms } from './books/book-forms.js';
import { bookPage } from './books/book-page.js';
import { bookPages } from './books/book-pages.js';
import { coverPictures, coverUpload } from './books/cover-pages.js';
import { CoverStore } from './books/cover-store.js';
import { manyCovers } from './books/many-covers.js';
import { BookStore } from './books/book-store.js';
import { TRY_AGAIN } from './database/unavailable.js';
import { importPages } from './import/import-pages.js';
import { ImportStore } from './import/import-store.js';
import { announcing } from './live/announcing.js';
import {
  availabilityChannel,
  availabilityEvents,
  eventsFrom,
  importProgress,
} from './live/availability.js';
import { readingRoom, readingRoomPages } from './live/reading-room.js';
import { loanPages } from './loans/loan-pages.js';
import { LoanStore } from './loans/loan-store.js';
import { oldApp } from './old/old-app.js';
import { applicationLayers } from './operation/layers.js';
import type { Services } from './operation/services.js';
import { timedDatabase } from './operation/timed.js';
import { formTokens } from './pages/form-tokens.js';
import { howPage } from './pages/how-page.js';
import { refuseToken } from './pages/kept-form.js';
import { errorPage, libraryView } from './pages/views.js';
import { accountPages } from './people/account-pages.js';
import { currentPerson } from './people/current-person.js';
import { PeopleStore } from './people/people-store.js';
import { roles } from './people/roles.js';
import { signInPages } from './people/sign-in-pages.js';
import type { Settings } from './settings.js';

/** What is observed of a running library. */
export interface Observers {
  /** Takes one line for each request. */
  readonly write: (line: string) => void;
  /** Receives the metrics. */
  readonly registry: Registry;
}

const tokens = csrfTokens({ onRefused: 'pass' });

/** The library: the layers around everything, and the routes inside them. */
export async function libraryApp(
  services: Services,
  settings: Settings,
  { write, registry }: Observers,
): Promise<AppInterface> {
  const { store, bus } = services;
  const database = timedDatabase(services.database);
  const books = new BookStore(database);
  const covers = new CoverStore(database.query);
  const people = new PeopleStore(database, settings.passwordCost);
  const imports = new ImportStore(database);
  const pages = libraryView();
  const availability = await availabilityChannel(bus);
  const reading = readingRoom(bus);
  const onProgress = importProgress(availability);
  const announcer = announcing(availability, books);
  const loans = new LoanStore(database, announcer.announce);
  const showBook = bookPage(loans, database.query);

  const app = createApp({
    body: {},
    errors: {
      page: errorPage(pages),
      unknown: { title: '500 Internal Server Error', description: TRY_AGAIN },
    },
    logContext: (request) => ({ requestId: requestIdOf(request) }),
    layers: [...applicationLayers(services, settings, write, registry), pages],
  });

  app.onClose(async () => {
    announcer.close();
    await Promise.all([reading.rooms.close(), availability.close()]);
  });

  app.redirect('/', '/books');
  coverPictures(app, books, covers);
  availabilityEvents(app, availability);
  libraryApi(app, { books, loans, imports, people, store, onProgress }, settings);
  app.group(
    '',
    (site) => {
      bookForms(site, books, announcer.announce);
      coverUpload(site, books, covers, showBook);
      manyCovers(site, books, covers);
      loanPages(site, loans);
      bookPages(site, books, showBook, database.query);
      formTokens(site);
      importPages(site, imports, onProgress);
      readingRoomPages(site, reading, people, settings.sessionIdle);
      signInPages(site, people, store, settings.signIns, reading.rooms);
      accountPages(site, people, loans, reading.rooms, announcer.announce);
      howPage(site, () => app);
      // The methods that it has: what else is sent is refused outside, in the design.
      site.map(['GET', 'POST', 'DELETE'], '/old/wishes', oldApp());
    },
    // Roles before tokens, which are in forms: the files of those who may not send them are not received.
    { layers: [eventsFrom(availability), currentPerson(people), roles, tokens, refuseToken] },
  );
  return app;
}
