/** A client of the events that reconnects as a browser does. */
export interface Listener {
  /** The ids of the notes, in the order in which they arrived. */
  readonly ids: readonly string[];

  /** How many streams were opened. */
  readonly streams: number;

  /** How many times the service said that events are missing. */
  readonly gaps: number;
  close(): Promise<void>;
}

/** Listens from its first stream on. @returns once the service has sent the position of the stream */
export async function listen(url: string): Promise<Listener> {
  const stopped = new AbortController();
  const state = { ids: [] as string[], streams: 0, gaps: 0 };
  let last = '';
  let opened = (): void => undefined;
  const first = new Promise<void>((resolve) => (opened = resolve));
  const running = run();
  await first;
  const close = async () => {
    stopped.abort();
    await running;
  };
  return Object.assign(state, { close });

  async function run(): Promise<void> {
    for (;;) {
      try {
        await readStream();
      } catch {
        // Aborted, or cut: as for a browser, what follows is another stream.
      }
      if (stopped.signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function readStream(): Promise<void> {
    const headers = { 'Last-Event-ID': last };
    const { body, status } = await fetch(`${url}/events`, { headers, signal: stopped.signal });
    if (status !== 200 || body === null) return;
    state.streams++;
    let text = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split('\n\n');
      text = events.pop() ?? '';
      events.forEach(take);
    }
  }

  function take(event: string): void {
    last = /^id: (.*)$/m.exec(event)?.[1] ?? last;
    if (last !== '') opened();
    if (/^event: gap$/m.test(event)) state.gaps++;
    const data = /^data: (.+)$/m.exec(event)?.[1];
    if (data !== undefined) state.ids.push((JSON.parse(data) as { id: string }).id);
  }
}
