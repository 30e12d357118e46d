import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';
import { shareScripts } from './shared-scripts.js';

shareScripts();

const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function runNoted(...args) {
  used.add(this);
  return run.apply(this, args);
};

/**
 * Jest's environment of Node, which also ends the use of asynchronous storages with their test file. Each file has new
 * ones, of Jest itself and of what it tests, and Node 20 copies the values of all storages in use to each new promise:
 * the hundredth file of a worker took a fifth longer than the first.
 */
export default class ReleasedEnvironment extends TestEnvironment {
  async teardown() {
    await super.teardown();
    for (const storage of used) storage.disable();
    used.clear();
  }
}
