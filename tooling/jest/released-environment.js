import { AsyncLocalStorage } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { embeddingAlone, embeds } from './embedding.js';
import { releaseModules, shareModules } from './shared-modules.js';
import { shareScripts } from './shared-scripts.js';

shareScripts();
shareModules();

// WebAssembly is compiled once, without optimizing it: an embedded PostgreSQL starts with half of the work, and 120 MB less.
setFlagsFromString('--liftoff-only');
// V8's own cache of what it compiled would keep the globals of ended test files; scripts and modules are shared without it.
setFlagsFromString('--no-compilation-cache');
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function runNoted(...args) {
  used.add(this);
  return run.apply(this, args);
};

/**
 * Jest's environment of Node, which also ends the use of asynchronous storages with their test file. Each file has new
 * ones, of Jest itself and of what it tests, and Node 20 copies the values of all storages in use to each new promise:
 * the hundredth file of a worker took a fifth longer than the first. Modules end with it, too.
 */
export default class ReleasedEnvironment extends TestEnvironment {
  #path;
  #release = () => undefined;

  constructor(config, context) {
    super(config, context);
    this.#path = context.testPath;
  }

  async setup() {
    await super.setup();
    if (embeds(this.#path)) this.#release = await embeddingAlone();
  }

  async teardown() {
    await super.teardown();
    for (const storage of used) storage.disable();
    used.clear();
    releaseModules();
    // V8 would keep the memory of an embedded PostgreSQL for many files.
    if (embeds(this.#path)) collectGarbage();
    this.#release();
  }
}
