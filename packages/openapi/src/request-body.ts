import {
  acceptedTypes,
  type EndpointDescription,
  type FileRule,
  type Schema,
} from '@mortise/contract';
import type { DescribePart } from './parameters.js';
import type { Components } from './schemas/components.js';
import type { Json } from './schemas/json.js';
import { objectMembers } from './schemas/object-members.js';

const MULTIPART = 'multipart/form-data';

/** Writes the body of a request; `null` if the description has no body. */
export function requestBodyOf(
  description: EndpointDescription<Schema>,
  components: Components,
  describe: DescribePart,
): Json | null {
  const types = acceptedTypes(description);
  if (types.length === 0) return null;
  const { body, files } = description;
  const schema = body === undefined ? null : describe(body, 'body');
  const content: Json = {};
  for (const type of types) {
    if (type === MULTIPART && files !== undefined) {
      content[type] = { schema: withFiles(schema, files, components) };
    } else content[type] = schema === null ? {} : { schema };
  }
  const needsFile = Object.values(files ?? {}).some(({ optional }) => !optional);
  return { required: body !== undefined || needsFile, content };
}

/** Fields and files as the members of one object. */
function withFiles(
  body: Json | null,
  files: Readonly<Record<string, FileRule>>,
  components: Components,
): Json {
  const fields = objectMembers(body ?? {}, components);
  const rules = Object.entries(files);
  const required = rules.filter(([, { optional }]) => !optional).map(([name]) => name);
  return {
    type: 'object',
    properties: {
      ...fields.properties,
      ...Object.fromEntries(rules.map(([name, rule]) => [name, fileSchema(rule)])),
    },
    required: [...fields.required, ...required],
  };
}

function fileSchema({ kind, types, max, maxBytes }: FileRule): Json {
  const [only, ...others] = types ?? [];
  const isOne = only !== undefined && others.length === 0 && !only.endsWith('/*');
  const notes = [
    ...(types === null || isOne ? [] : [`Media types: ${types.join(', ')}.`]),
    ...(maxBytes === null ? [] : [`At most ${maxBytes} bytes.`]),
  ];
  const one = {
    type: 'string',
    contentMediaType: isOne ? only : 'application/octet-stream',
    ...(notes.length > 0 && { description: notes.join(' ') }),
  };
  if (kind === 'file') return one;
  return { type: 'array', items: one, ...(max !== null && { maxItems: max }) };
}
