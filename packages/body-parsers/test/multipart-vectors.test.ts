import { comparable, runVectors, type VectorRow } from '../../../tooling/vectors/index.js';
import { ours, type PhpInput, theirs } from './php-form.js';

interface Row extends VectorRow {
  readonly input: PhpInput;
  readonly expect: { readonly fields: unknown; readonly files?: unknown };
}

runVectors<Row, typeof ours>({
  file: 'multipart',
  subjects: { multipartForm: ours },
  ours: ({ input }, read) => read(input),
  references: ({ expect }) => ({ php: comparable(theirs(expect)) }),
});
