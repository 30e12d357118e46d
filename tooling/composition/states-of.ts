/** One value of each dimension. */
export type StateOf<T extends Readonly<Record<string, readonly unknown[]>>> = {
  readonly [Name in keyof T]: T[Name][number];
};

/** Every combination of the values of some dimensions. */
export function statesOf<const T extends Readonly<Record<string, readonly unknown[]>>>(
  dimensions: T,
): readonly StateOf<T>[] {
  let all: readonly object[] = [{}];
  for (const [name, values] of Object.entries(dimensions)) {
    all = all.flatMap((state) => values.map((value) => ({ ...state, [name]: value })));
  }
  return all as readonly StateOf<T>[];
}
