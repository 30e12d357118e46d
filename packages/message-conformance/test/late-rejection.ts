import { conformanceCases } from '@mortise/message-conformance';
import { unhandledRejections } from './mutants/lifetime-mutants.js';

// A program without a test runner: prints the result of the case for each mutant.
for (const { caughtBy, factories } of unhandledRejections) {
  const found = conformanceCases(factories).find(({ name }) => name === caughtBy);
  try {
    await found?.run();
    console.log('nothing was caught');
  } catch (error) {
    console.log(String(error));
  }
}
