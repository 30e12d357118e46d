/**
 * Ends a check: prints each problem on standard error, then how much was checked. The exit code is then 1 if there are
 * problems, or if nothing was checked.
 *
 * @param {number} checked
 * @param {string} what was checked, in the plural: `packages`
 * @param {Iterable<string>} problems one sentence each
 */
export function conclude(checked, what, problems) {
  const all = [...problems, ...(checked === 0 ? [`there are no ${what} to check`] : [])];
  for (const problem of all) console.error(problem);
  console.log(`${checked} ${what}, ${all.length} problems`);
  if (all.length > 0) process.exitCode = 1;
}
