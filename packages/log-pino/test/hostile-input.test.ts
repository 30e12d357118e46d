import { expect, it } from '@jest/globals';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { pino } from 'pino';
import { growth } from '../../../tooling/testing/growth.js';
import { pinoLogger } from '../src/index.js';

interface Line {
  readonly level: number;
  readonly msg: string;
}

function recording() {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  return { lines, logger: pinoLogger(pino({ base: null, timestamp: false }, { write })) };
}

it.each([
  ['a line break', 'a\n{"level":60}'],
  ['a quote', '","level":60,"msg":"'],
  ['a line separator', 'a\u2028b'],
  ['a lone surrogate', '\ud800'],
  ['a format of pino', '%s %o %j'],
])('text of a client with %s gets one line, as it was sent', (_, text) => {
  const { lines, logger } = recording();
  logger.info('{user} is here', { user: text });
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toContain('\n');
  const { level, msg } = JSON.parse(lines[0] ?? '') as Line;
  expect([level, msg]).toEqual([30, `${text} is here`]);
});

it('a client that sends placeholders does not make a line much longer than its text', async () => {
  const { lines, logger } = recording();
  const app = createApp({ logger });
  app.get('/{name}', (_request, _response, { name }) => {
    throw new RangeError(`unknown: ${name}`);
  });
  // 1,201 characters: six of them are within the limit of 8,192.
  const path = `/${encodeURIComponent('{target}'.repeat(100))}`;
  await inProcess(app).get(path);
  const { msg } = JSON.parse(lines[0] ?? '') as Line;
  expect(msg).toBe(`500 RangeError: unknown: ${path.repeat(6)}${'{target}'.repeat(94)}`);
});

it('values of exactly 8,192 characters in total replace placeholders, longer ones do not', () => {
  const { lines, logger } = recording();
  const half = 'x'.repeat(4_096);
  logger.info('{a}{b}', { a: half, b: half });
  logger.info('{a}{b}{c}', { a: half, b: `${half}x`, c: half });
  expect(lines.map((line) => (JSON.parse(line) as Line).msg)).toEqual([
    half + half,
    `${half}{b}${half}`,
  ]);
});

it('takes time linear in the length of a message and of its values', async () => {
  const { logger } = recording();
  for (const piece of ['{a}', '{', '}', '{a', '{}', 'a']) {
    const ratio = await growth(
      (size) => piece.repeat(size),
      (text) => {
        logger.info(text, { a: text });
      },
      2_000,
    );
    expect([piece, ratio < 10]).toEqual([piece, true]);
  }
});
