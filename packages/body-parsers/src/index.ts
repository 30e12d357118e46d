export { BodyError, type BodyErrorCode } from './body-error.js';
export type { BodyParser, BodyParsers } from './body-parser.js';
export { type BodyParsingOptions, bodyParser, bodyParsing } from './body-parsing.js';
export { parseFormBody } from './form/parse-form-body.js';
export { parseJson, parseJsonStrictly } from './json/parse-json.js';
export { readBody } from './read-body.js';
