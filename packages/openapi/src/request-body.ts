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

/** Returns OpenAPI's description of a request body; `null` if the operation has none. */
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

/** What zod 4 exposes about its schemas. */
interface ZodSchema {
  readonly _zod?: { readonly optin?: string };
}

/** Whether a request can omit the body: the schema then accepts `undefined`. */
function acceptsNone(body: Schema): boolean {
  const { _zod: zod } = body as ZodSchema;
  // Validating would make zod prepare the schema for requests, and could run the user's functions.
  if (zod !== undefined) return zod.optin !== undefined;
  try {
    const result = validatorOf(body)(undefined);
    if (!isThenable(result)) return result.issues === undefined;
    ignoreRejection(result);
  } catch {
    // A schema that throws for a value does not accept it.
  }
  return false;
}

/**
 * Describes fields and files as the members of one object. A list is named `tags[]`: without brackets, body parsers
 * keep only the last of several values with the same name. Objects are encoded as `a[b]`, not as JSON, the default.
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

/** Returns the only type that a file can have; `null` if there are several, which the encoding then lists. */
function onlyType(types: readonly string[]): string | null {
  const [only, ...others] = types;
  return only === undefined || others.length > 0 || only.endsWith('/*') ? null : only;
}
