import { crossOriginProtection } from '@mortise/csrf';
import { secureHeaders } from '@mortise/secure-headers';
import { session, sessionOf } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import {
  type AppInterface,
  type AttributeKey,
  createApp,
  html,
  httpError,
  localRedirect,
} from 'mortise';
import { type Entry, guestBookPage } from './pages.ts';

const NAME: AttributeKey<string> = 'name';

/** The application with its own guest book, so that each test starts with an empty one. */
export function createApplication(): AppInterface {
  const entries: Entry[] = [];
  const app = createApp({ body: {} });

  app.get('/', (request, response) => {
    const visitor = sessionOf(request);
    const notices = visitor.flash.getMessage('notice') ?? [];
    const page = guestBookPage(entries, visitor.get(NAME) ?? '', notices.map(String));
    return html(response, String(page));
  });

  app.post('/', (request, response) => {
    const entry = entryOf(request.getParsedBody());
    entries.unshift(entry);
    const visitor = sessionOf(request);
    visitor.set(NAME, entry.name);
    visitor.flash.addMessage('notice', 'Thank you');
    return localRedirect(response, '/', 303);
  });

  // Added last runs first.
  app.add(session({ store: memoryStore(), cookie: { secure: isProduction() } }));
  app.add(crossOriginProtection());
  app.add(secureHeaders());
  return app;
}

/** Over http, a browser does not store a cookie that is marked as secure. */
function isProduction(): boolean {
  return process.env.NODE_ENV === 'production';
}

/** @throws {HttpError} 422 if a field is missing or too long */
function entryOf(form: unknown): Entry {
  const { name, text } = (form ?? {}) as Record<string, unknown>;
  if (!isText(name, 80)) throw httpError(422, 'A name has 1 to 80 characters.');
  if (!isText(text, 500)) throw httpError(422, 'A message has 1 to 500 characters.');
  return { name, text };
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength;
}
