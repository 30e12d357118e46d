/** A note, as the service sends it. */
export interface Note {
  readonly id: string;
  readonly text: string;

  /** How many notes the visitor's session has counted. */
  readonly yours: number;
}

/** What a visitor saw. */
export interface Visit {
  readonly notes: readonly Note[];

  /** Every response that was not the expected one, and every request that failed. */
  readonly failures: readonly string[];
}

/** Adds notes one after another and reads them, with the cookie of one session, until `done` returns true. */
export async function visit(url: string, name: string, done: () => boolean): Promise<Visit> {
  const notes: Note[] = [];
  const failures: string[] = [];
  let cookie = '';
  while (!done()) {
    await attempt('POST', 201, async (response) => {
      cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? cookie;
      notes.push((await response.json()) as Note);
    });
    await attempt('GET', 200, (response) => response.text());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { notes, failures };

  async function attempt(
    method: string,
    expected: number,
    use: (response: Response) => Promise<unknown>,
  ): Promise<void> {
    const body = method === 'POST' ? JSON.stringify({ text: `${name} ${notes.length}` }) : null;
    const headers = { 'Content-Type': 'application/json', Cookie: cookie };
    try {
      const response = await fetch(`${url}/notes`, { method, headers, body });
      if (response.status === expected) await use(response);
      else failures.push(`${method} ${response.status} ${await response.text()}`);
    } catch (error) {
      failures.push(`${method} ${String(error)}`);
    }
  }
}
