/** The compiler that `ts-jest` uses: TypeScript, except that it only blanks types, which takes a tenth of the time. */
const ts = require('typescript');
const { blankTypes } = require('../loader/blank-types.cjs');

module.exports = {
  __proto__: ts,
  transpileModule: (text, { fileName }) => ({ outputText: blankTypes(text, fileName) }),
};
