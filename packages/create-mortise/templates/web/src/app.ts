import { fileURLToPath } from 'node:url';
import { crossOriginProtection, csrfTokens } from '@mortise/csrf';
import { rateLimit } from '@mortise/rate-limit';
import { secureHeaders } from '@mortise/secure-headers';
import { session, sessionOf } from '@mortise/session';
import { staticFiles } from '@mortise/static/node';
import { memoryStore } from '@mortise/store';
import { render, view } from '@mortise/view';
import { etaEngine } from '@mortise/view/eta';
import {
  type AppInterface,
  type AttributeKey,
  createApp,
  httpError,
  redirect,
  type ServerRequestInterface,
} from 'mortise';
import type { Accounts } from './accounts.ts';

const USER: AttributeKey<string> = 'app.user';

/** The application with its own guest book, so that each test starts with an empty one. */
export function createApplication(accounts: Accounts): AppInterface {
  const entries: { readonly name: string; readonly text: string }[] = [];
  const store = memoryStore();
  const pages = view({
    engine: etaEngine({ root: new URL('../views/', import.meta.url) }),
    layout: 'layout',
    data: { title: 'Guest book' },
    // `null` on the page of an error, which can have no session.
    helpers: (request) => ({ user: () => (request === null ? null : (userOf(request) ?? '')) }),
  });
  const app = createApp({
    body: {},
    errors: {
      // Both are escaped HTML; escape what you pass to a page yourself with `<%= %>`.
      page: (heading, content) => String(pages.fetch('error', { heading, content })),
    },
  });

  app.get('/', (request, response) => render(request, response, 'guest-book', { entries }));

  app.post('/', (request, response) => {
    const name = userOf(request);
    if (name === undefined) return redirect(response, '/log-in', 303);
    const { text } = formOf(request);
    if (text.length < 1 || text.length > 500) {
      throw httpError(422, 'A message must have 1 to 500 characters.');
    }
    entries.unshift({ name, text });
    sessionOf(request).flash.addMessage('notice', 'Thank you.');
    return redirect(response, '/', 303);
  });

  app.get('/log-in', (request, response) =>
    render(request, response, 'log-in', { name: '', problem: null }),
  );

  app.post(
    '/log-in',
    async (request, response) => {
      const { name, password } = formOf(request);
      if (!(await accounts.accepts(name, password))) {
        const problem = 'The name or password is wrong.';
        return render(request, response.withStatus(422), 'log-in', { name, problem });
      }
      const current = sessionOf(request);
      current.regenerate(); // a new id, so that one planted before the login stops working
      current.set(USER, name);
      return redirect(response, '/', 303);
    },
    {
      layers: [
        rateLimit({
          store,
          policies: [{ name: 'log-in', limit: 10, window: 60 }],
          whenDown: 'refuse', // a login without a limit invites guessing
        }),
      ],
    },
  );

  app.post('/log-out', (request, response) => {
    sessionOf(request).destroy();
    return redirect(response, '/', 303);
  });

  // The layer added last runs first.
  app.add(pages);
  app.add(csrfTokens());
  app.add(session({ store, cookie: { secure: process.env.NODE_ENV === 'production' } }));
  app.add(crossOriginProtection());
  app.add(staticFiles({ root: fileURLToPath(new URL('../public/', import.meta.url)) }));
  app.add(secureHeaders());
  return app;
}

function userOf(request: ServerRequestInterface): string | undefined {
  return sessionOf(request).get(USER);
}

/** The fields of a form as text; `''` for one that is missing. */
function formOf(request: ServerRequestInterface): Record<'name' | 'password' | 'text', string> {
  const fields = Object(request.getParsedBody()) as Record<string, unknown>;
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  return { name: textOf('name'), password: textOf('password'), text: textOf('text') };
}
