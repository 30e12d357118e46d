/**
 * Samples of contestants that take turns; each round begins with the next one, so that other load affects all alike.
 *
 * @template Sample
 * @param {string[]} names
 * @param {number | string} rounds
 * @param {(name: string) => Sample | Promise<Sample>} sample
 * @returns {Promise<Map<string, Sample[]>>} by name, each in the order of the rounds
 */
export async function inTurn(names, rounds, sample) {
  const samples = new Map(names.map((name) => [name, []]));
  for (let round = 0; round < Number(rounds); round++) {
    const at = round % names.length;
    for (const name of [...names.slice(at), ...names.slice(0, at)])
      samples.get(name).push(await sample(name));
  }
  return samples;
}
