/**
 * `ts-jest`, loaded with the first source whose types are not stripped yet, see `tooling/loader/strip-types.js`: each worker
 * would load TypeScript, which takes longer than most test files.
 */
import { createRequire } from 'node:module';
import { keyOf, readStripped } from '../loader/strip-types.js';

const require = createRequire(import.meta.url);

export default {
  createTransformer(options) {
    let compiler = null;
    const compile = (...source) => {
      compiler ??= require('ts-jest').default.createTransformer(options);
      return compiler.process(...source);
    };
    return {
      getCacheKey: keyOf,
      process: (text, ...others) => {
        const code = readStripped(text);
        return code === null ? compile(text, ...others) : { code };
      },
    };
  },
};
