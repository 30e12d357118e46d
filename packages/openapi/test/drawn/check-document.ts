import { expect } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AppInterface } from 'mortise';
import { openApiDocument } from '../../src/index.js';
import { danglingReferences } from '../dangling-references.js';
import { info } from '../documented.js';

type Values = Readonly<Record<string, unknown>>;
interface Parameter {
  readonly name: string;
  readonly required?: boolean;
}
interface Documented {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Values };
}

const validator = new Validator();
/** One for all documents, each with an address of its own: a new one would compile the schema of schemas. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true });
let documents = 0;

/** The document of an application with one operation, and whether it accepts values. */
export interface CheckedDocument {
  readonly operation: Documented;

  /** Expects a value to be valid by the schema at a JSON Pointer from the operation. */
  readonly expectValid: (pointer: string, value: unknown) => void;
}

/** Expects the document of an application with one operation to be valid, without references to nothing. */
export async function checkedDocument(app: AppInterface): Promise<CheckedDocument> {
  const document = JSON.parse(JSON.stringify(openApiDocument(app, { info }))) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  };
  const { valid, errors } = await validator.validate(structuredClone({ ...document }));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  expect(danglingReferences(document)).toEqual([]);
  const id = `https://a.test/${documents++}`;
  ajv.addSchema({ $id: id, ...document });
  const [[path, methods] = ['', {}]] = Object.entries(document.paths);
  const [[method, operation] = ['', {}]] = Object.entries(methods);
  const at = `/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}`;
  return {
    operation,
    expectValid(pointer, value) {
      const validate = ajv.compile({ $ref: `${id}#${at}${pointer}` });
      expect({ value, valid: validate(value), errors: validate.errors }).toEqual({
        value,
        valid: true,
        errors: null,
      });
    },
  };
}

/** Expects the documented parameters to accept values. @param undescribed members that need no parameter */
export function expectParameters(
  { operation: { parameters = [] }, expectValid }: CheckedDocument,
  values: Values,
  undescribed: readonly string[],
): void {
  for (const [name, value] of Object.entries(values)) {
    const at = parameters.findIndex((parameter) => parameter.name === name);
    if (at === -1) expect(undescribed).toContain(name);
    else expectValid(`/parameters/${at}/schema`, value);
  }
  for (const { name, required = false } of parameters) {
    if (required) expect(Object.keys(values)).toContain(name);
  }
}

/** Expects the documented body to accept a value; a form names most lists `tags[]`. */
export function expectBody({ operation, expectValid }: CheckedDocument, value: unknown): void {
  const [[type, content] = ['', {}]] = Object.entries(operation.requestBody?.content ?? {});
  const pointer = `/requestBody/content/${type.replace('/', '~1')}/schema`;
  const text = JSON.stringify(content);
  const named = Object.entries(Object(value) as Values).map(([name, member]) => [
    text.includes(`${JSON.stringify(`${name}[]`)}:`) ? `${name}[]` : name,
    member,
  ]);
  expectValid(pointer, type === 'application/json' ? value : Object.fromEntries(named));
}
