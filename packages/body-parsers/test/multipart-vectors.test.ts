import { comparable, runVectors, type VectorRow } from '../../../tooling/vectors/index.js';
import { type FieldsAndFiles, ours, type PhpInput, theirs } from './php-form.js';

interface Row extends VectorRow {
  readonly input: PhpInput;
  readonly expect: { readonly fields: unknown; readonly files?: unknown };
}

runVectors<Row, typeof ours>({
  file: 'multipart',
  subjects: { multipartForm: ours },
  ours: ({ input }, read) => read(input),
  references: ({ expect }) => ({ php: comparable(theirs(expect)) }),
  // PHP has no fields where it does not parse a body.
  comparable: (answer) =>
    comparable('$error' in (answer as object) ? answer : withFields(answer as FieldsAndFiles)),
});

function withFields({ fields, files }: FieldsAndFiles): FieldsAndFiles {
  return { fields: fields ?? {}, files };
}
