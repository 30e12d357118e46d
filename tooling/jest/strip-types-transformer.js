/** Jest's transformer of TypeScript: all sources are ES modules, which Jest transforms asynchronously. */
import { keyOf, stripTypes } from '../loader/strip-types.js';

export default {
  getCacheKey: (text) => keyOf(text),
  processAsync: async (text, fileName) => ({ code: await stripTypes(text, fileName) }),
};
