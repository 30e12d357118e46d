import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { answer, closeServers, serving } from './serving.js';
import { lastGet, readResponses, talk, Wire } from './wire.js';

afterEach(closeServers);

const requests = [
  'GET /a?b=c HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nConnection: close\r\n\r\n',
  'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\nConnection: close\r\n\r\nabc\r\ndef',
  'POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nT: u\r\n\r\n',
  'GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\nxy',
];

/** Its second body has no length any more, and the connection goes on. */
const unlengthened = {
  request: requests[3] ?? '',
  changes: [
    [183, ','],
    [152, 'f'],
  ] as [number, string][],
};

/** Says everything that it saw. */
const servingEcho = () =>
  serving(async (request) => {
    const body = await request.getBody().text();
    return answer(
      `${request.getMethod()} ${request.getRequestTarget()} ${JSON.stringify([request.getHeaders(), body])}`,
    );
  });

// P25
describe('the same request', () => {
  it('gets the same response wherever its bytes are split, and however slowly they arrive', async () => {
    const { port } = await servingEcho();
    const whole = new Map<string, string>();
    for (const request of requests) whole.set(request, await talk(port, request));
    const cases = fc.record({
      request: fc.constantFrom(...requests),
      splits: fc.array(fc.nat(200), { maxLength: 6 }),
      pause: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ request, splits, pause }) => {
        const wire = new Wire(port);
        for (const part of partsOf(request, splits)) {
          wire.send(part);
          await new Promise((resolve) => (pause ? setTimeout(resolve, 1) : setImmediate(resolve)));
        }
        const text = await wire.untilClosed();
        wire.destroy();
        expect(undated(text)).toBe(undated(whole.get(request) ?? ''));
      }),
      { numRuns: numRuns(200) },
    );
  });

  it('with some bytes changed gets a status below 500, or 501 or 505, or no response', async () => {
    const { port } = await servingEcho();
    const soup = fc.constantFrom(
      '\0',
      '\r',
      '\n',
      ' ',
      '\t',
      ':',
      ',',
      ';',
      '0',
      'f',
      '\x7f',
      'é',
      '/',
    );
    const cases = fc.record({
      request: fc.constantFrom(...requests),
      changes: fc.array(fc.tuple(fc.nat(200), soup), { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ request, changes }) => {
        const characters = Array.from(request);
        for (const [at, character] of changes) characters[at % characters.length] = character;
        const wire = new Wire(port).send(characters.join(''));
        wire.socket.end(); // what waits for more than comes ends here
        const text = await wire.untilClosed();
        wire.destroy();
        const statuses = text === '' ? [] : readResponses(text, true).map(({ status }) => status);
        expect(statuses.filter((status) => status >= 500 && ![501, 505].includes(status))).toEqual(
          [],
        );
        // a body that lost its length is read as a further request, which it is not
        const further = statuses.slice(request.split('HTTP/1.1').length - 1);
        expect([[], [400]]).toContainEqual(further);
      }),
      { numRuns: numRuns(200), examples: [[unlengthened]] },
    );
    expect(await talk(port, lastGet())).toContain('200 OK');
  });
});

function partsOf(text: string, splits: readonly number[]): string[] {
  const points = [...new Set(splits.map((at) => at % text.length))].sort((a, b) => a - b);
  return [0, ...points].map((from, index) => text.slice(from, points[index] ?? text.length));
}

function undated(text: string): string {
  return text.replaceAll(/^Date: .*$/gm, '');
}
