import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { memoryStore } from '@mortise/store';
import { inProcess } from 'mortise/testing';
import { sessionApp } from '../test/session-app.js';
import { visitor } from '../test/visitor.js';
import { cookieSession, session } from './index.js';
import { RecordedSession } from './recorded-session.js';

const appWith = (layer = session({ store: memoryStore() })) =>
  sessionApp(factories, layer, {
    '/save': ({ flash }) => {
      flash.addMessage('notice', 'Saved');
      return flash.hasMessage('notice');
    },
    '/both': ({ flash }) => {
      flash.addMessage('notice', 'first');
      flash.addMessage('notice', 'second');
      flash.addMessage('error', { field: 'name' });
    },
    '/now': ({ flash }) => {
      flash.addMessageNow('notice', 'now');
      return flash.getMessage('notice');
    },
    '/notice': ({ flash }) => flash.getMessage('notice')?.join(),
    '/first': ({ flash }) => flash.getFirstMessage('notice', 'none'),
    '/all': ({ flash }) => JSON.stringify(flash.getMessages()),
    '/has': ({ flash }) => flash.hasMessage('notice'),
    '/clear-notice': ({ flash }) => {
      flash.clearMessage('notice');
      return flash.hasMessage('notice');
    },
    '/clear': ({ flash }) => {
      flash.clearMessages();
    },
  });

async function saved(app: ReturnType<typeof appWith>) {
  const client = visitor(app);
  await client.get('/save');
  return client;
}

describe('flash', () => {
  it('stores nothing for a message of only this request', async () => {
    const client = visitor(appWith());
    expect([await client.read('/now'), client.cookie]).toEqual(['now', '']);
  });

  it('shows a message to the next request that reads it, once', async () => {
    const { read } = visitor(appWith());
    const seen = [
      await read('/save'),
      await read('/has'),
      await read('/has'),
      await read('/notice'),
    ];
    expect([...seen, await read('/notice')]).toEqual([
      'false',
      'true',
      'true',
      'Saved',
      'undefined',
    ]);
  });

  it('keeps a message over requests that do not read it', async () => {
    const { read } = visitor(appWith());
    for (const path of ['/save', '/untouched', '/count', '/has']) await read(path);
    expect(await read('/notice')).toBe('Saved');
  });

  it.each([
    ['session', session({ store: memoryStore() })],
    ['cookieSession', cookieSession({ keys: ['k'.repeat(32)] })],
  ])('keeps a message that a HEAD request reads, with %s', async (_name, layer) => {
    const app = appWith(layer);
    const { read, cookie } = await saved(app);
    for (const path of ['/notice', '/first', '/all']) {
      const response = await inProcess(app).request('HEAD', path, { headers: { Cookie: cookie } });
      expect([response.getStatusCode(), response.hasHeader('Set-Cookie')]).toEqual([200, false]);
    }
    expect(await read('/notice')).toBe('Saved');
  });

  it('clears a message for a HEAD request too', async () => {
    const app = appWith();
    const { read, cookie } = await saved(app);
    await inProcess(app).request('HEAD', '/clear', { headers: { Cookie: cookie } });
    expect(await read('/notice')).toBe('undefined');
  });

  it('keeps a message as it was when it was added', async () => {
    const app = sessionApp(factories, session({ store: memoryStore() }), {
      '/save': ({ flash }) => {
        const names = ['a'];
        flash.addMessage('names', names);
        names.push('b');
      },
      '/all': ({ flash }) => JSON.stringify(flash.getMessages()),
    });
    const client = visitor(app);
    await client.get('/save');
    expect(await client.read('/all')).toBe('{"names":[["a"]]}');
  });

  it('shows a message of addMessageNow only to the same request', async () => {
    const { read } = visitor(appWith());
    expect([await read('/now'), await read('/notice')]).toEqual(['now', 'undefined']);
  });

  it('returns all messages by key, in order', async () => {
    const { read } = visitor(appWith());
    await read('/both');
    expect(await read('/all')).toBe('{"notice":["first","second"],"error":[{"field":"name"}]}');
    expect(await read('/all')).toBe('{}');
  });

  it('returns the first message of a key, or the fallback', async () => {
    const { read } = visitor(appWith());
    await read('/both');
    expect([await read('/first'), await read('/first')]).toEqual(['first', 'none']);
  });

  it('keeps the messages of other keys than the one that was read', async () => {
    const { read } = visitor(appWith());
    for (const path of ['/notice', '/first', '/clear-notice']) {
      await read('/both');
      await read(path);
      expect(await read('/all')).toBe('{"error":[{"field":"name"}]}');
    }
  });

  it('returns a message that is null, and not the fallback', () => {
    const { flash } = new RecordedSession(null, () => ({}));
    flash.addMessageNow('notice', null);
    expect(flash.getFirstMessage('notice', 'none')).toBeNull();
  });

  it('clears the messages of a key, or all', async () => {
    const { read } = visitor(appWith());
    await read('/both');
    expect([await read('/clear-notice'), await read('/has')]).toEqual(['false', 'false']);
    expect(await read('/all')).toBe('{"error":[{"field":"name"}]}');
    await read('/both');
    await read('/clear');
    expect(await read('/all')).toBe('{}');
  });

  it('loses no message of concurrent requests', async () => {
    const app = appWith();
    const client = visitor(app);
    await client.get('/add');
    await Promise.all(Array.from({ length: 20 }, () => visitor(app, client.cookie).get('/save')));
    expect((await client.read('/notice')).split(',')).toHaveLength(20);
  });

  it('keeps a message that is added after another request has read, and before it ends', async () => {
    let isRead: () => void = () => undefined;
    let end: () => void = () => undefined;
    const read = new Promise<void>((resolve) => (isRead = resolve));
    const ended = new Promise<void>((resolve) => (end = resolve));
    const app = sessionApp(factories, session({ store: memoryStore() }), {
      '/save': ({ flash }) => {
        flash.addMessage('notice', 'Saved');
      },
      '/notice': ({ flash }) => flash.getMessage('notice')?.join(),
      '/slow': async ({ flash }) => {
        const shown = flash.getMessage('notice')?.join();
        isRead();
        await ended;
        return shown;
      },
    });
    const client = visitor(app);
    await client.get('/save');
    const slow = visitor(app, client.cookie).read('/slow');
    await read;
    await client.get('/save');
    end();
    expect([await slow, await client.read('/notice')]).toEqual(['Saved', 'Saved']);
    expect(await client.read('/notice')).toBe('undefined');
  });
});
