import fc from 'fast-check';

/** Text made of the characters that separate things in HTTP, and of a few that do not. */
export function soup(characters: string): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...Array.from(characters)), maxLength: 60 });
}

/** Valid texts, valid texts with one to three characters changed, and soup, in the ratio 5:3:2. */
export function hostile(valid: fc.Arbitrary<string>, characters: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 3, arbitrary: mutated(valid, characters) },
    { weight: 2, arbitrary: soup(characters) },
  );
}

function mutated(valid: fc.Arbitrary<string>, characters: string): fc.Arbitrary<string> {
  const change = fc.tuple(fc.nat(200), fc.constantFrom('', ...Array.from(characters)));
  const changes = fc.array(change, { minLength: 1, maxLength: 3 });
  return fc.tuple(valid, changes).map(([text, list]) =>
    list.reduce((changed, [position, character]) => {
      const at = position % (changed.length + 1);
      return changed.slice(0, at) + character + changed.slice(at + 1);
    }, text),
  );
}
