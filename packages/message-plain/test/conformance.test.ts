import { afterAll, describe, it } from '@jest/globals';
import { conformanceCases } from '@mortise/message-conformance';
import { createFileAccess } from '@mortise/message-conformance/node';
import { createTemporaryStorage, factories } from '../src/node/index.js';

const files = createFileAccess();
afterAll(() => {
  files.remove();
});

describe('the messages keep the contract', () => {
  const temporaryStorage = createTemporaryStorage();
  const cases = conformanceCases(factories, { files, temporaryStorage });
  it.each(cases)('$contract: $name', ({ run }) => run());
});
