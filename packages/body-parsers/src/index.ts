export type { BodyOptions, BodyParsingOptions } from './body-options.js';
export { BodyConsumedError } from './body-consumed-error.js';
export { BodyError, type BodyErrorCode } from './body-error.js';
export { bodyParser } from './body-parser.js';
export { bodyParsing } from './body-parsing.js';
export { gunzip, inflate } from './content-coding.js';
export type {
  BodyParser,
  BodyParsers,
  BodyReader,
  BodyReaders,
  ByMediaType,
  BytesParser,
  ContentDecoder,
  ContentDecoders,
  TextParser,
  XmlOptions,
} from './contract.js';
export { decodeText } from './decode-text.js';
export { byMediaType, forMediaType } from './for-media-type.js';
export { parseFormBody } from './form/parse-form-body.js';
export { linesOf, type LinesOptions } from './lines-of.js';
export { parseJson, parseJsonStrictly } from './json/parse-json.js';
export { noteBodyParser } from '@mortise/base/message';
export { readBody } from './read-body.js';
export type { FormCharset, FormOptions } from '@mortise/form-encoding';
export type { MediaType } from '@mortise/http-syntax';
