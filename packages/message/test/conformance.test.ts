import { afterAll, describe, it } from '@jest/globals';
import { conformanceCases } from '@mortise/message-conformance';
import { createFileAccess } from '@mortise/message-conformance/node';
import { createMemoryStorage, factories } from '@mortise/message';
import { createTemporaryStorage, factories as nodeFactories } from '@mortise/message/node';

const files = createFileAccess();
const temporaryStorage = createTemporaryStorage();
afterAll(() => {
  files.remove();
});

describe('the factories from @mortise/message keep the contract', () => {
  const cases = conformanceCases(factories, { temporaryStorage: createMemoryStorage() });
  it.each(cases)('$contract: $name', ({ run }) => run());
});

describe('the factories from @mortise/message/node keep the contract', () => {
  const cases = conformanceCases(nodeFactories, { files, temporaryStorage });
  it.each(cases)('$contract: $name', ({ run }) => run());
});
