/** A browser without JavaScript: keeps cookies, and sends the forms of the page that it has opened last. */
export class Visitor {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  #tokens: Record<string, string> = {};

  constructor(url: string) {
    this.#url = url;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The tokens of the page that was opened last, as form fields. */
  get tokens(): Readonly<Record<string, string>> {
    return this.#tokens;
  }

  /** The same browser, where the library has another address. */
  at(url: string): Visitor {
    const moved = new Visitor(url);
    for (const [name, value] of this.#cookies) moved.#cookies.set(name, value);
    return moved;
  }

  /** Redirects are not followed. */
  async send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('Cookie', this.cookie);
    if (!headers.has('Accept')) headers.set('Accept', 'text/html');
    // One test asks for compressed pages: to compress each of these would be work for nothing.
    if (!headers.has('Accept-Encoding')) headers.set('Accept-Encoding', 'identity');
    const response = await fetch(this.#url + path, {
      redirect: 'manual',
      ...init,
      method,
      headers,
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^(.+?)=(.*?)(?:;|$)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }

  /** @returns the text of a page */
  async open(path: string): Promise<string> {
    const page = await (await this.send('GET', path)).text();
    const fields = [...page.matchAll(/name="(csrf_\w+)" value="(.+?)"/g)];
    this.#tokens = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
    return page;
  }

  submit(path: string, fields: Record<string, string> = {}): Promise<Response> {
    const body = new URLSearchParams({ ...this.#tokens, ...fields });
    return this.send('POST', path, { body });
  }

  /** @returns the response to the form; afterwards the tokens are those of the signed-in person */
  async signIn(name: string, password: string): Promise<Response> {
    await this.open('/sign-in');
    const response = await this.submit('/sign-in', { name, password });
    await this.open('/account');
    return response;
  }
}

/** A visitor who has signed in as one of the demonstration's people. */
export async function signedIn(url: string, name: 'reader' | 'librarian'): Promise<Visitor> {
  const visitor = new Visitor(url);
  const password = name === 'reader' ? 'just-looking' : 'quiet-please';
  const { status } = await visitor.signIn(name, password);
  if (status !== 303) throw new Error(`signing in as ${name} has failed with ${status}`);
  return visitor;
}
