/** The type of a value after a round trip through JSON: a `Date` becomes a string. */
// The first branch keeps branded strings and numbers, which extend `object`; the last maps items of lists and tuples.
export type Wire<T> = T extends string | number
  ? T
  : T extends { toJSON(): infer Json }
    ? Json
    : T extends object
      ? { [Name in keyof T]: Wire<T[Name]> }
      : T;
