import { afterAll, describe, expect, it } from '@jest/globals';
import { certify, conformanceCases } from '@mortise/message-conformance';
import { createFileAccess } from '@mortise/message-conformance/node';
import { factories } from '@mortise/message-plain';
import { createTemporaryStorage, factories as nodeFactories } from '@mortise/message-plain/node';
import { withFilesInMemory, withStreams } from './mutants/broken.js';

const files = createFileAccess();
const temporaryStorage = createTemporaryStorage();
afterAll(() => {
  files.remove();
});

describe('an implementation that keeps the contract passes every case', () => {
  it.each(conformanceCases(factories))('$contract: $name', ({ run }) => run());
});

describe('an implementation with files passes the cases about files too', () => {
  const cases = conformanceCases(nodeFactories, { files, temporaryStorage });
  it.each(cases)('$contract: $name', ({ run }) => run());
});

describe('an implementation that does only the minimum passes every case', () => {
  it('with reads of one byte each', async () => {
    const short = withStreams(nodeFactories, {
      read: (sound, length) => sound.read(Number.isInteger(length) && length > 1 ? 1 : length),
    });
    const report = await certify(short, { files, temporaryStorage });
    expect(report.failures).toEqual([]);
  });

  it('with files that are read into memory immediately', async () => {
    const report = await certify(withFilesInMemory(nodeFactories), { files });
    expect(report.failures).toEqual([]);
  });
});

describe('certify', () => {
  it('reports that all cases passed, and how many there are', async () => {
    const report = await certify(factories);
    const passed = conformanceCases(factories).length;
    expect(report).toEqual({ conforms: true, passed, failures: [] });
  });

  it('reports each failure with its case and its error, and continues', async () => {
    const error = new Error('no response today');
    const createResponse = () => {
      throw error;
    };
    const report = await certify({ ...factories, createResponse });
    expect(report.conforms).toBe(false);
    expect(report.passed).toBeGreaterThan(0);
    const causes = report.failures.map((failure) => failure.error.cause);
    expect(new Set(causes)).toEqual(new Set([error]));
    const names = report.failures.map((failure) => failure.case.name);
    expect(names).toContain('withHeader leaves the original untouched (response)');
  });

  it('skips cases about files if the implementation has none', () => {
    const without = conformanceCases(factories);
    const withFiles = conformanceCases(factories, { files });
    expect(withFiles.length).toBeGreaterThan(without.length);
    expect(without.some(({ name }) => name.includes('moveTo puts'))).toBe(false);
  });
});
