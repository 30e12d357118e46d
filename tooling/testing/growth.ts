/**
 * Measures how the time of some work grows with its input: about 4 if it is linear, 16 if it is quadratic. By CPU time
 * and the shortest of several tries, so that a busy machine changes little. Growth that is not linear is measured again:
 * what disturbed one measurement seldom disturbs three.
 *
 * @param inputOf creates an input of a size; not measured
 * @param size of the smaller input; the larger is four times as large. Texts of more than 128 KB cost memory of their own,
 *   which some systems are slow to provide: the larger input must be smaller, or the smaller one larger
 * @returns how many times as long the larger input takes
 */
export async function growth<T>(
  inputOf: (size: number) => T,
  work: (input: T) => unknown,
  size: number,
): Promise<number> {
  const [small, large] = [inputOf(size), inputOf(size * 4)];
  let ratio = Infinity;
  for (let measured = 0; measured < 3 && ratio > LINEAR; measured++) {
    ratio = Math.min(
      ratio,
      await ratioOf(
        () => work(small),
        () => work(large),
      ),
    );
  }
  return ratio;
}

async function ratioOf(small: () => unknown, large: () => unknown): Promise<number> {
  let [least, leastOfLarge] = [Infinity, Infinity];
  // In turn: what else the machine does slows both.
  for (let tried = 0; tried < TRIES; tried++) {
    least = Math.min(least, await timeOf(small));
    leastOfLarge = Math.min(leastOfLarge, await timeOf(large));
  }
  return leastOfLarge / least;
}

/** The maximum of work that is linear on any machine. */
const LINEAR = 8;
const TRIES = 9;
/** The minimum microseconds of a try, so that the clock is precise enough. */
const LEAST = 5_000;

/** @returns microseconds of CPU time; work that takes longer than the minimum is done once */
async function timeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  let rounds = 0;
  let spent = 0;
  while (spent < LEAST) {
    // The rounds are doubled, since reading the clock takes time too.
    for (let round = Math.max(1, rounds); round > 0; round--, rounds++) await work();
    const { user, system } = process.cpuUsage(before);
    spent = user + system;
  }
  return spent / rounds;
}
