import { conformanceCases } from '@mortise/message-conformance';
import { unhandledRejection } from './mutants/lifetime-mutants.js';

// A program without a test runner: prints the result of the case for the mutant.
const { caughtBy, factories } = unhandledRejection;
const found = conformanceCases(factories).find(({ name }) => name === caughtBy);
try {
  await found?.run();
  console.log('nothing was caught');
} catch (error) {
  console.log(String(error));
}
