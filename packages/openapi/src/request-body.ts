import { ignoreRejection, isThenable } from '@mortise/base';
import {
  acceptedTypes,
  type EndpointDescription,
  type FileRule,
  type Schema,
  validatorOf,
} from '@mortise/contract';
import type { DescribePart } from './parameters.js';
import type { Components } from './schemas/components.js';
import type { Json } from './schemas/json.js';
import { objectMembers } from './schemas/object-members.js';
import { typeOf } from './schemas/type-of.js';

const FORMS: readonly string[] = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Writes the body of a request; `null` if the description has no body. */
export function requestBodyOf(
  description: EndpointDescription<Schema>,
  components: Components,
  describe: DescribePart,
): Json | null {
  const types = acceptedTypes(description);
  if (types.length === 0) return null;
  const { body, files = {} } = description;
  const schema = body === undefined ? null : describe(body, 'body');
  const content: Json = {};
  for (const type of types) {
    if (FORMS.includes(type)) content[type] = formContent(schema, files, components);
    else content[type] = schema === null ? {} : { schema };
  }
  const needsFile = Object.values(files).some(({ optional }) => !optional);
  return { required: needsFile || (body !== undefined && !acceptsNone(body)), content };
}

/** What zod 4 exposes about its schemas to libraries. */
interface ZodSchema {
  readonly _zod?: { readonly optin?: string };
}

/** Whether a request can omit the body: then its schema receives `undefined`. */
function acceptsNone(body: Schema): boolean {
  const { _zod: zod } = body as ZodSchema;
  // Validating prepares a schema of zod for requests, and can run the code of its user.
  if (zod !== undefined) return zod.optin !== undefined;
  try {
    const result = validatorOf(body)(undefined);
    if (!isThenable(result)) return result.issues === undefined;
    ignoreRejection(result);
  } catch {
    // A schema that fails on a value does not accept it.
  }
  return false;
}

/**
 * Fields and files as the members of one object. A list is named `tags[]`: of values that are sent under the same name
 * without brackets, body parsers keep the last. The encoding of an object is `a[b]`, and not JSON, the default.
 */
function formContent(
  body: Json | null,
  files: Readonly<Record<string, FileRule>>,
  components: Components,
): Json {
  const fields = objectMembers(body ?? {}, components);
  const rules = Object.entries(files);
  const members = Object.entries(fields.properties).concat(
    rules.map(([name, rule]) => [name, fileSchema(rule)]),
  );
  const isList = ([, schema]: [string, Json]): boolean => typeOf(schema, components) === 'array';
  const names = new Map(members.map((member) => [member[0], isList(member) ? '[]' : '']));
  const nameOf = (name: string): string => name + (names.get(name) ?? '');
  const needed = rules.flatMap(([name, { optional }]) => (optional ? [] : [name]));
  const encodings = [
    ...Object.entries(fields.properties).flatMap(([name, schema]) =>
      typeOf(schema, components) === 'object'
        ? [[name, { style: 'deepObject', explode: true }]]
        : [],
    ),
    ...rules.flatMap(([name, { types }]) =>
      types === null || onlyType(types) !== null
        ? []
        : [[nameOf(name), { contentType: types.join(', ') }]],
    ),
  ];
  const encoding = encodings.length > 0 && { encoding: Object.fromEntries(encodings) as Json };
  if (rules.length === 0 && !members.some(isList)) {
    return body === null ? {} : { schema: body, ...encoding };
  }
  const schema = {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, member]) => [nameOf(name), member])),
    required: [...fields.required, ...needed].map(nameOf),
  };
  return { schema, ...encoding };
}

function fileSchema({ kind, types, max, maxBytes }: FileRule): Json {
  const type = types === null ? 'application/octet-stream' : onlyType(types);
  const notes = [
    ...(types === null || type !== null ? [] : [`Media types: ${types.join(', ')}.`]),
    ...(maxBytes === null ? [] : [`At most ${maxBytes} bytes.`]),
  ];
  const one = {
    type: 'string',
    ...(type !== null && { contentMediaType: type }),
    ...(notes.length > 0 && { description: notes.join(' ') }),
  };
  if (kind === 'file') return one;
  return { type: 'array', items: one, ...(max !== null && { maxItems: max }) };
}

/** The type of a file; `null` if it can have several: then an encoding lists them. */
function onlyType(types: readonly string[]): string | null {
  const [only, ...others] = types;
  return only === undefined || others.length > 0 || only.endsWith('/*') ? null : only;
}
