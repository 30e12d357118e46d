import { describe, expect, it, jest } from '@jest/globals';
import { handlerTimer } from '@mortise/base/message';
import type { RequestHandlerInterface, ServerRequestInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { turn } from '../test/answering.js';
import { defaultLimits } from './limits.js';
import { answer } from './received-request.js';
import type { Timeouts } from './timeouts.js';

/** Timeouts that never expire, and how many of them run. */
function counting() {
  let running = 0;
  const begin = () => {
    let runs = true;
    running++;
    return {
      end: () => {
        if (runs) running--;
        runs = false;
      },
    };
  };
  const timeouts: Timeouts = { start: begin, defer: begin };
  return { timeouts, running: () => running };
}

function answering(handler: RequestHandlerInterface, native: Request, timeouts: Timeouts) {
  const options = { limits: defaultLimits, timeouts, basePath: '', report: () => undefined };
  return answer({ ...options, handler, factories }, native, []);
}

/** The number of timeouts that run while the handler does, and after its response. */
async function timeoutsOf(handle: (request: ServerRequestInterface) => unknown) {
  const { timeouts, running } = counting();
  const response = answering(
    { handle } as RequestHandlerInterface,
    new Request('http://a/'),
    timeouts,
  );
  const during = running();
  const { status } = await response;
  return { during, after: running(), status };
}

describe('the timeouts of an exchange', () => {
  it('are one, of the tick from which it is measured and listened to, and end with its response', async () => {
    const handle = () => turn().then(() => factories.createResponse());
    expect(await timeoutsOf(handle)).toEqual({ during: 1, after: 0, status: 200 });
  });

  it('end with an error of the handler', async () => {
    const handle = () => turn().then(() => Promise.reject(new Error('x')));
    expect(await timeoutsOf(handle)).toEqual({ during: 1, after: 0, status: 500 });
  });

  it('do not read the time if the response comes before the tick, even if the body has been waited for', async () => {
    const now = jest.spyOn(performance, 'now');
    const { timeouts } = counting();
    const init = { method: 'POST', body: 'abc', headers: { 'Content-Length': '3' } };
    const handle = async (request: ServerRequestInterface) => {
      expect(await request.getBody().text()).toBe('abc');
      return factories.createResponse();
    };
    const { status } = await answering({ handle }, new Request('http://a/', init), timeouts);
    const calls = now.mock.calls.length;
    now.mockRestore();
    expect([status, calls]).toEqual([200, 0]);
  });

  it('are one more from when a limit is set, even before the tick', async () => {
    const { timeouts, running } = counting();
    let during = 0;
    const handle = async (request: ServerRequestInterface) => {
      await turn();
      handlerTimer(request)?.onTimeout(() => undefined, null, 500);
      during = running();
      return factories.createResponse();
    };
    const { status } = await answering({ handle }, new Request('http://a/'), timeouts);
    expect([status, during, running()]).toEqual([200, 2, 0]);
  });

  it('do not exist for a synchronous handler', async () => {
    const handle = () => factories.createResponse();
    expect(await timeoutsOf(handle)).toEqual({ during: 0, after: 0, status: 200 });
  });
});
