import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ConformanceCase,
  conformanceCases,
  ContractViolation,
} from '@mortise/message-conformance';
import { createFileAccess } from '@mortise/message-conformance/node';
import { createTemporaryStorage } from '@mortise/message-plain/node';
import { fromSource } from '../../../tooling/testing/from-source.js';
import type { Mutant } from './mutants/broken.js';
import { creatorMutants } from './mutants/creator-mutants.js';
import { factoryMutants } from './mutants/factory-mutants.js';
import { lifetimeMutants, unhandledRejections } from './mutants/lifetime-mutants.js';
import { messageMutants, requestMutants, responseMutants } from './mutants/message-mutants.js';
import { serverRequestMutants } from './mutants/server-request-mutants.js';
import { streamMutants } from './mutants/stream-mutants.js';
import { removeLeftovers, storageMutants, uploadMutants } from './mutants/upload-mutants.js';
import { uriMutants } from './mutants/uri-mutants.js';

const mutants: Record<string, readonly Mutant[]> = {
  message: messageMutants,
  request: requestMutants,
  'server request': serverRequestMutants,
  response: responseMutants,
  uri: uriMutants,
  stream: streamMutants,
  'uploaded file': uploadMutants,
  'temporary storage': storageMutants,
  factories: factoryMutants,
  creator: creatorMutants,
  lifetime: lifetimeMutants,
};

const files = createFileAccess();
const sound = createTemporaryStorage();
afterAll(() => {
  files.remove();
  removeLeftovers();
});

describe.each(Object.entries(mutants))('a broken %s is caught', (_, faults) => {
  let outcomes: readonly Promise<unknown>[] = [];
  // All at once: a fault that makes a case hang is found after two seconds.
  beforeAll(() => {
    outcomes = faults.map(outcome);
  });

  it.each(faults.map((mutant, at) => ({ ...mutant, at })))(
    '$fault: by "$caughtBy"',
    async ({ at }) => {
      expect(await outcomes[at]).toBeInstanceOf(ContractViolation);
    },
  );
});

it('broken lifetimes that leave rejections unhandled are caught without a test runner', () => {
  const args = fromSource(new URL('late-rejection.ts', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const violations = unhandledRejections.map(({ fault }) => `ContractViolation: ${fault}`);
  expect([stdout.trim().split('\n'), stderr]).toEqual([violations, '']);
});

function caseOf({ caughtBy, factories, temporaryStorage = sound }: Mutant): ConformanceCase {
  const cases = conformanceCases(factories, { files, temporaryStorage });
  const found = cases.find(({ name }) => name === caughtBy);
  if (found === undefined) throw new Error(`no case has the name: ${caughtBy}`);
  return found;
}

async function outcome(mutant: Mutant): Promise<unknown> {
  try {
    await caseOf(mutant).run();
  } catch (error) {
    return error;
  }
  return 'nothing was caught';
}
