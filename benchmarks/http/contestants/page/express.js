/** As in the READMEs of Eta and of `express-session`. */
import { Eta } from 'eta';
import express from 'express';
import session from 'express-session';
import { PORT } from '../../contract.js';
import { books, SECRET, VIEWS } from '../../everyday.js';

const eta = new Eta({ views: VIEWS, cache: true });
const app = express();
app.disable('etag');
app.use(session({ secret: SECRET, resave: false, saveUninitialized: false }));
app.post('/login', (request, response) => {
  request.session.user = 'Ada';
  response.send('welcome');
});
app.get('/page', (request, response) => {
  response.send(eta.render('./page', { user: request.session.user, books }));
});
app.listen(PORT, '127.0.0.1');
