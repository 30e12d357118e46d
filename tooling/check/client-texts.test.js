/** What clients are told has one style: each text of an error that they read is a sentence. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { packages, root, sourcesIn } from '../setup/packages.js';
import { clientTexts, isSentence, readableClasses, statusesByCode } from './client-texts.js';

const parsed = (text) => ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);

const sources = packages()
  .flatMap(({ folder }) => sourcesIn(join(folder, 'src')))
  .map((path) => parsed(readFileSync(path, 'utf8')));
const classes = new Map([
  ['HttpError', null],
  ...sources.flatMap(readableClasses).map(({ name, status }) => [name, status]),
]);
const statuses = new Map(sources.flatMap(statusesByCode));
const texts = sources.flatMap((source) => clientTexts(source, classes, statuses));

/** The codes of client errors, by the tables of the READMEs. */
const codes = Array.from(
  readFileSync(join(root, 'docs/codes.md'), 'utf8').matchAll(/^\| .*`([A-Z0-9_]+)` \| 4\d\d /gm),
  ([, code]) => code,
);

/** The message is not sent: the target of a redirect can hold a secret. */
const NOT_SENT = ['REDIRECT_INVALID', 'REDIRECT_NOT_LOCAL'];
/** Their texts are chosen by conditions that the tree does not show. */
const BY_CONDITION = ['CROSS_ORIGIN', 'CROSS_ORIGIN_OLD_BROWSER', 'CSRF_TOKEN'];

it.each([...new Set(texts.map(({ text }) => text))])('is a sentence: %s', (text) => {
  expect(isSentence(text)).toBe(true);
});

it('reads a text of each code with which clients are refused', () => {
  const known = new Set(texts.flatMap((one) => one.codes));
  const unread = [...new Set(codes)].filter((code) => !known.has(code));
  expect(unread).toEqual([...BY_CONDITION, ...NOT_SENT].sort());
});

describe('clientTexts', () => {
  const of = (source) => {
    const tree = parsed(source);
    const known = new Map(readableClasses(tree).map(({ name, status }) => [name, status]));
    return clientTexts(tree, known, new Map(statusesByCode(tree))).map(({ text }) =>
      text.replaceAll('\0', '%'),
    );
  };
  const shop = `class ShopError extends Error { get [HTTP_ERROR]() { return true; } }`;

  it.each([
    ["new ShopError('SOLD_OUT', 'none left', 409);", ['none left']],
    ["const text = `${count} are left`; new ShopError('SOLD_OUT', text, 409);", ['% are left']],
    [
      "new ShopError('SOLD_OUT', many ? 'too many' : 'too few', { status: 409 });",
      ['too many', 'too few'],
    ],
    [
      "function f(status = 400) { return new ShopError('SOLD_OUT', 'none left', status); }",
      ['none left'],
    ],
    [
      "function text() { return 'none left'; } new ShopError('SOLD_OUT', text(), 409);",
      ['none left'],
    ],
    ["const STATUSES = { SOLD_OUT: 409 }; new ShopError('SOLD_OUT', 'none left');", ['none left']],
    [
      "const TEXTS = { SOLD_OUT: [409, 'none left'], CLOSED: { status: 403, title: 'not now', detail: 'come back' } };",
      ['none left', 'come back'],
    ],
    [
      "class Gone extends Error { status = 410; constructor() { super('GONE', 'none left'); } get [HTTP_ERROR]() { return true; } }",
      ['none left'],
    ],
    [
      "const REFUSALS = { SOLD_OUT: { status: 409 } }; const message = 'none left'; new ShopError('SOLD_OUT', { ...REFUSALS, message });",
      ['none left'],
    ],
    ["httpError(503, 'come back');", ['come back']],
  ])('reads what clients read: %s', (source, expected) => {
    expect(of(shop + source)).toEqual(expected);
  });

  it.each([
    "new ShopError('DOWN', 'the database is down', 503);",
    "new ShopError('DOWN', 'the database is down');",
    "new OtherError('SOLD_OUT', 'none left', 409);",
    "expect(status === 404, 'not found');",
  ])('does not read what only developers read: %s', (source) => {
    expect(of(shop + source)).toEqual([]);
  });
});

describe('isSentence', () => {
  it.each(['None is left.', 'None is left. Try "a" or "b".'])('accepts %s', (text) => {
    expect(isSentence(text)).toBe(true);
  });

  it.each(['none is left.', 'None is left', '\0 is left.', 'None is left: \0', ''])(
    'refuses %j',
    (text) => {
      expect(isSentence(text)).toBe(false);
    },
  );
});
