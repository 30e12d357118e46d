/** A visit to the features of the library: what a visitor, a reader and a librarian do. */
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** @returns {Promise<Record<string, string>>} for each step its status, and what the visitor sees */
export async function visit(url) {
  const steps = {};
  const reader = new Visitor(url);
  const note = (name, response, text = '') => {
    steps[name] = [response.status, text].join(' ').trim();
  };
  const shown = async (response) =>
    /<h1>.*?<\/h1>/.exec(await response.text())?.[0] ?? 'no heading';

  note('the account of a visitor', ...(await withText(await reader.get('/account'), shown)));
  note('an unknown page', ...(await withText(await reader.get('/none'), shown)));
  const json = await reader.get('/none', { Accept: 'application/json' });
  note('an unknown page as JSON', json, json.headers.get('content-type')?.split(/[;+]/)[0]);
  await reader.get('/sign-in');
  note('a form without a token', await reader.post('/sign-in', { csrf_value: 'x' }));
  const wrong = await reader.post('/sign-in', { name: 'reader', password: 'x' });
  note(
    'a wrong password',
    ...(await withText(wrong, async (page) => /<p role.*?<\/p>/.exec(await page.text())?.[0])),
  );
  const before = reader.cookie;
  note('a log-in', await reader.post('/sign-in', { name: 'reader', password: 'just-looking' }));
  steps['a new session'] = String(reader.cookie !== before);
  const notice = async (page) =>
    /<p role="status">(.*?)<\/p>/.exec(await page.text())?.[1] ?? 'none';
  note('the account', ...(await withText(await reader.get('/account'), notice)));
  note('the account again', ...(await withText(await reader.get('/account'), notice)));

  const events = await fetch(`${url}/events`);
  const first = firstEvent(events);
  note('borrow', await reader.post('/books/1/borrow', {}));
  note('the event', events, await first);
  note(
    'borrow the last copy',
    ...(await withText(await reader.post('/books/1/borrow', {}), shown)),
  );
  note('borrow a book that is unknown', await reader.post('/books/9/borrow', {}));
  note('a cover of a reader', await reader.upload(PNG));
  note('sign out', await reader.post('/sign-out', {}));
  note('the account afterwards', await reader.get('/account'));

  const librarian = new Visitor(url);
  await librarian.get('/sign-in');
  await librarian.post('/sign-in', { name: 'librarian', password: 'quiet-please' });
  await librarian.get('/account');
  note('a cover', await librarian.upload(PNG));
  note('a cover that is text', await librarian.upload(Buffer.from('text')));
  note('a cover of 3 MiB', await librarian.upload(Buffer.concat([PNG, Buffer.alloc(3 * 2 ** 20)])));

  const list = await fetch(`${url}/api/books`, { headers: { 'Accept-Encoding': 'gzip' } });
  note('the list', list, JSON.stringify(await list.json()));
  steps['its coding'] = list.headers.get('content-encoding');
  const headers = { 'If-None-Match': list.headers.get('etag') };
  note('the list again', await fetch(`${url}/api/books`, { headers }));
  steps['its policy'] = String(
    list.headers.get('content-security-policy')?.includes("default-src 'self'"),
  );
  for (let attempt = 0; attempt < 5; attempt++)
    await librarian.post('/sign-in', { name: 'x', password: 'y' });
  note('the sixth log-in', await librarian.post('/sign-in', { name: 'x', password: 'y' }));
  return steps;
}

async function withText(response, read) {
  return [response, await read(response)];
}

async function firstEvent(response) {
  let text = '';
  for await (const chunk of response.body) {
    text += Buffer.from(chunk).toString();
    const event = /^event: .*\ndata: .*$/m.exec(text)?.[0];
    if (event !== undefined) return event.replace('\n', ' ');
  }
  return 'none';
}

/** A browser with cookies, and the token of the page that it has seen last. */
class Visitor {
  #url;
  #cookies = new Map();
  #fields = {};

  constructor(url) {
    this.#url = url;
  }

  get cookie() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async get(path, headers = { Accept: 'text/html' }) {
    const response = await this.#send(path, { headers });
    const page = await response.clone().text();
    const fields = [...page.matchAll(/name="(csrf_\w+)" value="(.+?)"/g)];
    if (fields.length > 0)
      this.#fields = Object.fromEntries(fields.map(([, name, value]) => [name, value]));
    return response;
  }

  post(path, fields) {
    return this.#send(path, {
      ...{ method: 'POST', headers: { Accept: 'text/html' } },
      body: new URLSearchParams({ ...this.#fields, ...fields }),
    });
  }

  upload(bytes) {
    const body = new FormData();
    for (const [name, value] of Object.entries(this.#fields)) body.set(name, value);
    body.set('cover', new Blob([bytes]), 'cover.png');
    return this.#send('/books/2/cover', { method: 'POST', headers: { Accept: 'text/html' }, body });
  }

  async #send(path, init) {
    const headers = { ...init.headers, Cookie: this.cookie };
    const response = await fetch(this.#url + path, { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^(.+?)=(.*?)(?:;|$)/.exec(cookie);
      this.#cookies.set(name, value);
    }
    return response;
  }
}
