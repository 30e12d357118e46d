import { expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { createApp, text } from 'mortise';
import { COUNT, USER } from '../test/session-app.js';
import { visitor } from '../test/visitor.js';
import { session, type SessionInterface, sessionOf } from './index.js';

const down = Object.assign(new Error('down'), { code: 'STORE_UNAVAILABLE', status: 503 });

type Change = (session: SessionInterface) => void;

it.each<[string, Change]>([
  ['a change that is too large', enlarge],
  ['a change that its rule refuses', refuseAgain],
  ['a change that the store does not take', add],
  ['a logout that the store does not take', end],
])('the error of %s stays private, of the application and of a group', async (name, change) => {
  const marks = async (isGroup: boolean) => {
    const store = memoryStore();
    if (name.includes('store')) store.compareAndSet = () => Promise.reject(down);
    if (name.includes('logout')) store.get = () => Promise.reject(down);
    const whenDown = name.includes('logout') ? 'pass' : 'refuse';
    const layers = [session({ store, maxBytes: 90, whenDown })];
    const app = createApp({
      logger: { error: () => 0, info: () => 0 },
      ...(isGroup ? {} : { layers }),
    });
    app.group(
      '',
      (group) =>
        group.get('/', (request, response) => {
          change(sessionOf(request));
          return text(response, 'changed');
        }),
      isGroup ? { layers } : {},
    );
    const response = await visitor(app, '__Host-session=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx').get('/');
    const isError = response.getStatusCode() >= 400;
    return [isError, response.getHeaderLine('Vary'), response.getHeaderLine('Cache-Control')];
  };
  const expected = [true, 'Accept, Cookie', 'private, no-cache'];
  expect([await marks(false), await marks(true)]).toEqual([expected, expected]);
});

function enlarge(current: SessionInterface): void {
  current.set(USER, 'x'.repeat(100));
}

function end(current: SessionInterface): void {
  current.destroy();
}

function add(current: SessionInterface): void {
  current.set(COUNT, 1);
}

/** Accepts the change in the request, and refuses it when the session is stored. */
function refuseAgain(current: SessionInterface): void {
  let calls = 0;
  current.update(COUNT, () => {
    calls += 1;
    if (calls > 1) throw Object.assign(new Error('used up'), { status: 403 });
    return 1;
  });
}
