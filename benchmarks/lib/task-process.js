/**
 * One sample of a task in this process, as JSON: `task-process.js <path of its module> <name> <sampling>`.
 *
 * The module exports `tasks`. Each is a function that prepares, and returns what is measured: a function, or `work` with the
 * `inputs` of its calls, which are made outside the measured time.
 */
/** Has the last result, so that the compiler does not remove the work. */
const sink = { kept: null };

const [module, name, text] = process.argv.slice(2);
const { seconds = 0.5, of = 'least', argument } = JSON.parse(text);
const { tasks } = await import(module);
const prepared = await tasks[name](argument);
const task = typeof prepared === 'function' ? { work: prepared } : prepared;
console.log(await timed(task, seconds, of));

async function timed(task, seconds, of) {
  let count = 1;
  for (const end = cpuTime() + seconds; cpuTime() < end; ) {
    if ((await batch(task, count)).took < 250) count *= 2;
  }
  const spent = [];
  const end = cpuTime() + seconds;
  do spent.push(await batch(task, count));
  while (cpuTime() < end);
  if (of === 'least') return Math.min(...spent.map(({ took }) => took)) / count;
  return spent.reduce((sum, { cpu }) => sum + cpu, 0) / spent.length / count;
}

/** Seconds of this process: on a busy machine the code is compiled as well as on a quiet one. */
function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Microseconds of the clock, and of CPU time. */
async function batch({ work, inputs }, count) {
  const given = inputs?.(count);
  const usage = process.cpuUsage();
  const began = process.hrtime.bigint();
  for (let at = 0; at < count; at++) {
    const result = work(given?.[at]);
    // An `await` that short work does not need would cost more than the work.
    if (typeof result?.then === 'function') await result;
    sink.kept = result;
  }
  const took = Number(process.hrtime.bigint() - began) / 1_000;
  const { user, system } = process.cpuUsage(usage);
  return { took, cpu: user + system };
}
