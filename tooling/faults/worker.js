/** Runs the tests of a package for its parent: once without a fault, then with one fault after another. */
import { Suite } from './suite.js';

const files = JSON.parse(process.env.MORTISE_FAULTS_TESTS);
const switches = globalThis.__faults;
let suites;

const commands = { load, measure, attempt, attemptFromStart };
process.on('message', async ({ command, ...args }) => {
  let answer;
  try {
    answer = await commands[command](args);
  } catch (error) {
    answer = { noticed: true, dirty: true, error: String(error?.stack ?? error) };
  }
  process.send(answer);
});
// The parent ended: so do this process and the programs that a test started.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));

async function load() {
  if (suites !== undefined) return {};
  suites = [];
  for (const file of files) suites.push(await Suite.load(file));
  return {};
}

/** What loading reaches, and what each test does. */
async function measure() {
  const started = performance.now();
  await load();
  const loading = performance.now() - started;
  const reached = [...switches.reached.keys()].filter((id) => switches.reached[id] === 1);
  const tests = [];
  const report = process.env.MORTISE_FAULTS_REPORT;
  process.env.MORTISE_FAULTS_REACHED = report;
  for (const suite of suites) tests.push(await suite.measure(report));
  delete process.env.MORTISE_FAULTS_REACHED;
  return { loading, reached, tests };
}

/** `tests` are indexes for each file; `dirty` says that a test then also fails without the fault. */
async function attempt({ id, tests, timeouts }) {
  for (const [index, suite] of suites.entries()) {
    for (const [at, test] of suite.tests.entries()) test.timeout = timeouts[index][at];
  }
  for (const [file, indexes] of tests) {
    switches.active = id;
    process.env.MORTISE_FAULT = String(id);
    const failure = await suites[file].run(indexes);
    switches.active = -1;
    process.env.MORTISE_FAULT = '-1';
    if (failure === null) continue;
    const again = await suites[file].run([suites[file].tests.indexOf(failure)]);
    return { noticed: true, dirty: typeof failure === 'string' || again !== null };
  }
  return { noticed: false, dirty: false };
}

/** The fault is there since before the first import. */
async function attemptFromStart({ tests, timeouts }) {
  const loaded = new Map();
  for (const [file, indexes] of tests) {
    const suite = loaded.get(file) ?? (await Suite.load(files[file]));
    loaded.set(file, suite);
    for (const [at, test] of suite.tests.entries()) test.timeout = timeouts[file][at];
    if ((await suite.run(indexes)) !== null) return { noticed: true };
  }
  return { noticed: false };
}
