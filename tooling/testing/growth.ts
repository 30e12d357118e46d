/**
 * Measures how the time of some work grows with its input: about 4 if it is linear, 16 if it is quadratic. By CPU time
 * and the shortest of several tries, so that a busy machine changes little.
 *
 * @param inputOf creates an input of a size; not measured
 * @param size of the smaller input; the larger is four times as large
 * @returns how many times as long the larger input takes
 */
export async function growth<T>(
  inputOf: (size: number) => T,
  work: (input: T) => unknown,
  size: number,
): Promise<number> {
  const [small, large] = [inputOf(size), inputOf(size * 4)];
  let [least, leastOfLarge] = [Infinity, Infinity];
  // In turn: what else the machine does slows both.
  for (let tried = 0; tried < TRIES; tried++) {
    least = Math.min(least, await timeOf(() => work(small)));
    leastOfLarge = Math.min(leastOfLarge, await timeOf(() => work(large)));
  }
  return leastOfLarge / least;
}

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
