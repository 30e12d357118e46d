export { acceptedTypes } from './accepted-types.js';
export type { ArgumentsPart, Omittable } from './arguments-part.js';
export type {
  AnyProblemClass,
  ArgsFor,
  ContentOf,
  EndpointDescription,
  EndpointInput,
  FileOf,
  HeaderDescription,
  ResponseDescription,
  ResponseDescriptions,
  SchemaPart,
  SecurityRequirement,
} from './endpoint-description.js';
export { file, type FileOptions, type FileRule, files, type FilesOptions } from './file-rule.js';
export { formText } from './form-text.js';
export { InvalidProblemError } from './invalid-problem-error.js';
export { multipartFields } from './multipart-fields.js';
export {
  type Contract,
  isOperation,
  type Method,
  operation,
  type Operation,
  type OperationArgs,
} from './operation.js';
export {
  defineProblem,
  type ProblemClass,
  type ProblemDetails,
  type ProblemError,
  type ProblemMembers,
  type ProblemOptions,
} from './problem.js';
export { validatorOf } from './validator.js';
export { resolveReference } from './resolve-reference.js';
export {
  type AnySchema,
  type InputOf,
  isSchema,
  type JsonSchemaConverter,
  type JsonSchemaOptions,
  type OutputOf,
  type Schema,
  type SchemaIssue,
  type SchemaProps,
  type SchemaResult,
  type Validator,
} from './schema.js';
export type { Wire } from './wire.js';
export type { UploadedFileInterface } from '@mortise/http-message';
