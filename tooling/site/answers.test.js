import { expect, test } from '@jest/globals';
import { answersTo, formsOf, processTerm, tokenize } from './theme/answers.js';
import { MEANINGS } from './theme/search-words.js';

const SECTIONS = {
  '/guides/requests.html#requests': ['requests', 'read a body'],
  '/guides/requests.html#form': ['form data', 'of requests'],
  '/guides/requests.html#size': ['size of requests', 'limit it'],
  '/packages/http-client.html#options': ['options', 'retries of requests to other services'],
  '/limits.html#fields': ['fields', 'the maximum of bytes'],
  '/guides/fields.html#all': ['names', 'the maximum bytes of fields'],
  '/packages/http-client.html#tries': ['tries', ''],
  '/guides/log.html#context': ['context', 'asynclocalstorage keeps it'],
  '/guides/middleware.html#rate': ['limit the rate', 'of requests'],
  '/guides/errors.html#page': ['your page', 'when a path is not found, a handler'],
  '/from-express.html#from-express': ['from express', 'routers'],
  '/packages/node.html#errors': ['errors of the server', 'port_in_use if it cannot listen'],
  '/guides/forms.html#csrf': ['csrf_token', 'is refused'],
  '/api/app_message.html#withheader': ['withheader', ''],
  '/guides/responses.html#headers': ['withheader', 'withheader withheader'],
  '/codes.html#CSRF_TOKEN': ['csrf_token', 'a form lacks it'],
  '/packages/csrf.html#errors': ['errors of forms', 'too_many_requests'],
  '/guides/mount.html#express': ['mortise in express', 'use it'],
  '/guides/headers.html#send': ['send headers', ''],
  '/api/app_syntax.html#code': ['sendheadersoption', ''],
  '/from-hono.html#names': ['other names', 'c.tries'],
  '/size.html#size': ['about the size', ''],
  '/guides/upload.html#size': ['size of files', 'size'],
};

test('a section with all words comes before those with one of them in their title', () => {
  expect(firstFor('retry request')).toBe('/packages/http-client.html#options');
});

test('at most two sections of a page come before those of other pages', () => {
  const pages = answersTo('requests', find).map(({ id }) => id.replace(/#.*/, ''));
  expect(pages.slice(0, 3).filter((page) => page === '/guides/requests.html')).toHaveLength(2);
  expect(pages.filter((page) => page === '/guides/requests.html')).toHaveLength(3);
});

test.each([
  ['words that are one word in code', 'async local storage', '/guides/log.html#context'],
  ['a name in code that no section has', 'setNotFoundHandler', '/guides/errors.html#page'],
  ['a word with a declared meaning', 'throttle', '/guides/middleware.html#rate'],
  ['a name in code whose words have one', 'tooManyRequests', '/guides/middleware.html#rate'],
  ['a word with another ending', 'limiting rates', '/guides/middleware.html#rate'],
  ['the name of a framework with a page', 'express', '/from-express.html#from-express'],
  ['a word that no section has beside one', 'kafka context', '/guides/log.html#context'],
  ['the API of a name in code', 'withHeader', '/api/app_message.html#withheader'],
  ['a code of an error with a row of its own', 'CSRF_TOKEN', '/codes.html#CSRF_TOKEN'],
  ['a code of an error', 'port_in_use', '/packages/node.html#errors'],
  [
    'a code of an error whose words mean something',
    'TOO_MANY_REQUESTS',
    '/packages/csrf.html#errors',
  ],
  ['a member that no section has', 'log.context', '/guides/log.html#context'],
  [
    'a member of another framework with a declared meaning',
    'req.throttle',
    '/guides/middleware.html#rate',
  ],
  ['a declared word with another ending', 'throttled', '/guides/middleware.html#rate'],
  ['a name in code that a longer name begins with', 'sendHeaders', '/guides/headers.html#send'],
  ['a member of another framework', 'c.tries', '/from-hono.html#names'],
  ['the page of limits for a question about one', 'max bytes fields', '/limits.html#fields'],
  ['the page whose name is the question', 'size', '/size.html#size'],
  ['letters in the wrong order', 'conetxt', '/guides/log.html#context'],
])('%s is found', (_name, question, id) => {
  expect(firstFor(question)).toBe(id);
});

test.each([
  ['a name in code whose first word means something else', 'limit_action'],
  ['a name of a file', 'requests.py'],
  ['a name with one word that is only in texts', 'rescueOptions_asynclocalstorage'],
])('%s finds nothing', (_name, question) => {
  expect(answersTo(question, find)).toEqual([]);
});

test('a word that is in no section finds nothing, even if another is a little like it', () => {
  expect(answersTo('contests handlebars', find)).toEqual([]);
});

test('names in code are indexed as one word and in parts', () => {
  expect(tokenize('See (PORT_IN_USE), or app.use.')).toEqual(
    'See PORT_IN_USE PORT IN USE or app.use app use'.split(' '),
  );
});

test('to log in is one word, and not to log', () => {
  expect(tokenize('Log in; users logged in; log visitors out; logs in JSON')).toEqual(
    'login users login logout visitors logs in JSON'.split(' '),
  );
});

test('words that every section has are not indexed', () => {
  expect(['The', 'Cookie'].map(processTerm)).toEqual([null, 'cookie']);
});

test('forms of a word share its stem', () => {
  expect(formsOf('tracing')).toContain('trace');
  expect(formsOf('retries')).toEqual(expect.arrayContaining(['retry', 'retried']));
  expect(formsOf('logging')).toContain('log');
});

test('a member of another framework also finds what has it in its title', () => {
  const ids = answersTo('c.tries', find).map(({ id }) => id);
  expect(ids).toContain('/packages/http-client.html#tries');
});

test('every declared word can be in a question', () => {
  const lost = Object.keys(MEANINGS).filter(
    (asked) =>
      asked
        .split(/[^a-z0-9.]+/)
        .map(processTerm)
        .join(' ') !== asked,
  );
  expect(lost).toEqual([]);
});

const firstFor = (question) => answersTo(question, find)[0]?.id;

/** Stands in for MiniSearch: titles count six times, and `boostDocument` as it says. */
function find(words, { prefix, fuzzy, boost, boostDocument }) {
  const asked = words.split(' ');
  return Object.entries(SECTIONS).flatMap(([id, [title, text]]) => {
    const [inTitle, inText] = [title, text].map((part) =>
      asked.filter((word) =>
        part
          .split(/[^\w.]+/)
          .some(
            (term) =>
              (prefix ? term.startsWith(word) : term === word) || (fuzzy && isNear(term, word)),
          ),
      ),
    );
    const queryTerms = [...new Set([...inTitle, ...inText])];
    if (queryTerms.length === 0) return [];
    const score = queryTerms
      .map((word) => (inTitle.includes(word) ? boost.title : boost.text) * boostDocument(id, word))
      .reduce((sum, each) => sum + each, 0);
    const match = Object.fromEntries(inTitle.map((word) => [word, ['title']]));
    return [{ id, score: score * queryTerms.length, queryTerms, match }];
  });
}

const isNear = (term, word) =>
  term.length === word.length && [...term].filter((letter, i) => letter !== word[i]).length === 1;
