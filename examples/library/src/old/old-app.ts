import { createApp, type Slim3Middleware, type VariantA } from '@mortise/compat-variant-a';
import { flashOf, sessionOf } from '@mortise/session';
import { render } from '@mortise/view';
import { type AppInterface, type AttributeKey, factories } from 'mortise';
import * as z from 'zod';
import { text } from '../books/book.js';
import { problemsOf } from '../pages/form.js';

/** Titles that a visitor wishes for, in the session that all parts share. */
export const WISHES: AttributeKey<readonly string[]> = 'wishes';

const MOST = 20;

const Wish = z.object({ title: text('title', 200) });

/** A wish is its title: its place in the list changes while other windows are open. */
const without = (wishes: readonly string[], title: unknown) =>
  wishes.filter((wish) => wish !== title);

/** Marks the pages of the old part: middleware with three parameters, which changes the response after `next`. */
const stamp: Slim3Middleware = async (request, response, next) =>
  (await next(request, response)).withHeader('X-Part', 'old');

/**
 * The list of wishes, in the style of Slim 3: `getParam` reads body and query, `withRedirect` and `withJson` are methods. A route of
 * the new application passes it requests, so it has the layers of that route: session, tokens, person.
 */
export function oldApp(): AppInterface<VariantA> {
  const app = createApp({ factories });
  app.add(stamp);

  const empty = { title: 'Wishes', wish: '', problem: null };
  app.get('/old/wishes', (request, response) => {
    const wishes = sessionOf(request).get(WISHES) ?? [];
    if (request.getParam('format') === 'json') return response.withJson({ wishes });
    return render(request, response, 'wishes', { ...empty, wishes });
  });

  app.post('/old/wishes', (request, response) => {
    const sent = request.getParam('title');
    const { data, error } = Wish.safeParse({ title: sent });
    const wishes = sessionOf(request).get(WISHES) ?? [];
    const isFull = without(wishes, data?.title).length >= MOST;
    if (data === undefined || isFull) {
      const wish = typeof sent === 'string' ? sent : '';
      const problem = error
        ? problemsOf(error)['title']
        : `The list holds at most ${MOST} wishes. Remove one first.`;
      const again = { ...empty, wishes, wish, problem };
      return render(request, response.withStatus(422), 'wishes', again);
    }
    const { title } = data;
    const add = (before: readonly string[] = []) => [...without(before, title), title].slice(-MOST);
    sessionOf(request).update(WISHES, add);
    flashOf(request).addMessage('notice', `“${title}” is on your list.`);
    return response.withRedirect('/old/wishes', 303);
  });

  app.delete('/old/wishes', (request, response) => {
    const wish = request.getParam('wish');
    const others = (wishes: readonly string[] = []) => without(wishes, wish);
    sessionOf(request).update(WISHES, others);
    flashOf(request).addMessage('notice', 'The wish has been removed.');
    return response.withRedirect('/old/wishes', 303);
  });
  return app;
}
