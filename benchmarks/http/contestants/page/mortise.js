/** As in the READMEs of `@mortise/view` and `@mortise/session`. */
import { session, sessionOf } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { render, view } from '@mortise/view';
import { etaEngine } from '@mortise/view/eta';
import { createApp, serve, text } from 'mortise';
import { PORT } from '../../contract.js';
import { books, VIEWS } from '../../everyday.js';

const app = createApp();
app.post('/login', (request, response) => {
  sessionOf(request).set('user', 'Ada');
  return text(response, 'welcome');
});
app.get('/page', (request, response) =>
  render(request, response, 'page', { user: sessionOf(request).get('user'), books }),
);
app.add(view({ engine: etaEngine({ root: VIEWS }) }));
app.add(session({ store: memoryStore() }));
await serve(app, { port: PORT });
