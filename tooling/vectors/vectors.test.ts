import { describe, expect, it } from '@jest/globals';
import type { Deviation } from './deviations.js';
import { unknownRows } from './deviations.js';
import { errorMark } from './error-mark.js';
import { type AnsweredRow, expectRecorded, expectReference } from './expect-answer.js';
import { answerFor } from './recorded-answers.js';
import { Recorder } from './recorder.js';
import { withoutPlaces } from './without-places.js';

class CodedError extends Error {
  readonly code = 'A_CODE';
}

const refuses = (parts: Partial<AnsweredRow>) => {
  expect(() => {
    expectReference(row(parts));
  }).toThrow();
};
const refusesRecorded = (parts: Partial<AnsweredRow>, recorded: unknown, message?: string) => {
  expect(() => {
    expectRecorded(row(parts), recorded);
  }).toThrow(message);
};

describe('a row that is not listed', () => {
  it('must equal every reference', () => {
    expectReference(row({ ours: 1, references: { a: 1, b: 1 } }));
    refuses({ ours: 1, references: { a: 1, b: 2 } });
  });

  it('needs a recorded answer only if it contains an error', () => {
    expectRecorded(row({ ours: 1 }), undefined);
    refusesRecorded({ ours: 1 }, 1, 'a reference decides');
    refusesRecorded({ ours: [{ $error: 'E A' }] }, undefined, 'not recorded');
    refusesRecorded({ ours: [{ $error: 'E A' }] }, [{ $error: 'E B' }]);
  });
});

describe('a row that is listed', () => {
  it('must not equal any reference', () => {
    expectReference(row({ ours: 1, references: { a: 2, b: 3 }, deviation: deviation() }));
    refuses({ ours: 1, references: { a: 1, b: 3 }, deviation: deviation() });
  });

  it('must equal the recorded answer in full', () => {
    const answered = row({ ours: { a: 1, b: 2 }, deviation: deviation() });
    expectRecorded(answered, { a: 1, b: 2 });
    refusesRecorded(answered, { a: 1 });
    refusesRecorded(answered, undefined, 'not recorded');
  });

  it('must equal the reference in all parts except those of `only`', () => {
    const references = { a: { x: 1, y: 2 } };
    const only = deviation({ only: ['x'] });
    expectReference(row({ ours: { x: 9, y: 2 }, references, deviation: only }));
    refuses({ ours: { x: 9, y: 3 }, references, deviation: only });
  });

  it('must equal the reference of `like` in full', () => {
    const like = deviation({ like: 'b' });
    expectReference(row({ ours: 1, references: { a: 2, b: 1 }, deviation: like }));
    refuses({ ours: 1, references: { a: 1, b: 2 }, deviation: like });
  });

  it('must differ from at least one reference', () => {
    for (const listed of [deviation(), deviation({ like: 'a' })]) {
      expect(() => {
        expectReference(row({ ours: 1, references: { a: 1 }, deviation: listed }));
      }).toThrow('equals every reference');
    }
  });
});

describe('the recorder', () => {
  const listed = row({ ours: 1, references: { a: 2 }, deviation: deviation() });

  it('keeps rows that it did not run, and removes rows that no longer exist or need no answer', () => {
    const recorder = new Recorder('any', ['x', 'y', 'z']);
    recorder.record('x', 'one', listed);
    recorder.record('y', 'one', row({ ours: 1, references: { a: 1 } }));
    expect(recorder.answers({ gone: 0, y: 0, z: 0 }, 1)).toEqual({ x: 1, z: 0 });
  });

  it('records one answer for all implementations, or one for each', () => {
    const recorder = new Recorder('any', ['same', 'other']);
    recorder.record('same', 'one', listed);
    recorder.record('same', 'two', listed);
    recorder.record('other', 'one', listed);
    recorder.record('other', 'two', { ...listed, ours: 3 });
    const answers = recorder.answers({}, 2);
    expect(answers).toEqual({ same: 1, other: { $each: { one: 1, two: 3 } } });
    expect(['one', 'two'].map((subject) => answerFor(answers, 'other', subject))).toEqual([1, 3]);
  });

  it('refuses an answer that JSON cannot represent', () => {
    expect(() => {
      new Recorder('any', ['x']).record('x', 'one', { ...listed, ours: new Map([[1, 2]]) });
    }).toThrow();
  });
});

describe('the mark of an error', () => {
  it('contains class, code and status', () => {
    expect(errorMark(new CodedError())).toEqual({ $error: 'CodedError A_CODE' });
    const error = Object.assign(new CodedError(), { status: 400 });
    expect(errorMark(error)).toEqual({ $error: 'CodedError A_CODE 400' });
  });

  it.each([
    new TypeError('typo'),
    Object.assign(new TypeError(), { code: 'ERR_X' }),
    new (class extends Error {})(),
    'text',
    undefined,
  ])('is not created for %p, which is rethrown', (fault) => {
    let thrown: unknown = 'nothing';
    try {
      errorMark(fault);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBe(fault);
  });
});

it('reports patterns that match no row, or a row twice', () => {
  const table = [deviation({ rows: ['a:1', 'b:*'] }), deviation({ rows: ['a:1', 'a:3', 'c:*'] })];
  expect(unknownRows(table, ['a:1', 'b:1', 'b:2'])).toEqual(['a:1', 'a:3', 'c:*']);
});

it('removes file positions and stacks from the details of an error', () => {
  const { stack = '' } = new Error('look at this');
  expect(withoutPlaces(`<p>look at this</p><pre>${stack.replace(/[^]*?\n *at/, 'at')}</pre>`)).toBe(
    '<p>look at this</p><pre>{trace}</pre>',
  );
  const file = new URL(import.meta.url).pathname;
  expect(withoutPlaces(`"file": "${file}", "line": 12`)).toBe('"file": "{file}", "line": {line}');
});

function row(parts: Partial<AnsweredRow>): AnsweredRow {
  const { ours = null } = parts;
  return { ours, comparable: ours, references: {}, deviation: undefined, ...parts };
}

function deviation(parts: Partial<Deviation> = {}): Deviation {
  return { rows: [], instead: '', why: '', ...parts };
}
