export { BodyError, type BodyErrorCode } from './body-error.js';
export {
  type BodyParser,
  type BodyParsers,
  type BodyReader,
  type BodyReaders,
  type ByMediaType,
  forMediaType,
} from './body-parser.js';
export { type BodyParsingOptions, bodyParser, bodyParsing } from './body-parsing.js';
export { type ContentDecoder, type ContentDecoders, gunzip, inflate } from './content-coding.js';
export { parseFormBody } from './form/parse-form-body.js';
export { parseJson, parseJsonStrictly } from './json/parse-json.js';
export { readBody } from './read-body.js';
export { decodeText } from './decode-text.js';
