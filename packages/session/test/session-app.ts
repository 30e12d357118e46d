import type {
  AttributeKey,
  HttpFactoriesInterface,
  MiddlewareInterface,
} from '@mortise/http-message';
import { createApp, text } from 'mortise';
import { SESSION, type SessionInterface } from '../src/index.js';

export const COUNT: AttributeKey<number> = 'count';
export const USER: AttributeKey<string> = 'user';

type Handle = (session: SessionInterface) => unknown;

/** An application with a route for each handler, under the session; it responds with what the handler returns. */
export function sessionApp(
  factories: HttpFactoriesInterface,
  middleware: MiddlewareInterface,
  routes: Readonly<Record<string, Handle>> = {},
) {
  const app = createApp({ factories, errors: { catchAll: false } });
  for (const [path, handle] of Object.entries({ ...usual, ...routes })) {
    app.get(path, async (request, response) => {
      const session = request.getAttribute(SESSION);
      if (session === undefined) throw new Error('there is no session');
      return text(response, String(await handle(session)));
    });
  }
  app.add(middleware);
  return app;
}

const usual: Readonly<Record<string, Handle>> = {
  '/untouched': () => 'untouched',
  '/count': (session) => session.get(COUNT) ?? 0,
  '/add': (session) => {
    session.update(COUNT, (count) => (count ?? 0) + 1);
    return session.get(COUNT);
  },
  '/user': (session) => session.get(USER) ?? 'nobody',
  '/id': (session) => session.id,
  '/login': (session) => {
    session.set(USER, 'before');
    session.regenerate();
    session.set(USER, 'Ana');
  },
  '/logout': (session) => {
    session.destroy();
  },
};
