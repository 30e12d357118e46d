import { expect, it } from '@jest/globals';

it('the types of a test are blanks, so that its lines and columns are those of its source', () => {
  const first = (value: string): string => value[0] as string;
  expect(String(first)).toBe(
    `(value${' '.repeat(8)})${' '.repeat(8)} => value[0]${' '.repeat(10)}`.trimEnd(),
  );
});
