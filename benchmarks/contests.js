/**
 * Runs the contests of a suite, which other frameworks take part in: CPU time of a server for a request.
 *
 *     node contests.js <suite> [workloads] [--rounds 9] [--seconds 1] [--warm 3] [--connections 64] [--contestants a,b]
 *         [--check]
 *
 * `--workloads a,b` is the same as `a,b`; suites have further settings. Before anything is measured, responses are compared
 * (`--check` does only that). A contestant whose responses differ, or whose measured responses have another status, is
 * dropped, and the exit code is 1.
 *
 * Contestants take turns, round by round, each sample in a new process: identical code in two processes can differ by
 * 20 %. V8 keeps optimizing for two or three seconds, so each sample is warmed up for three.
 */
import { runContest } from './lib/contest.js';
import { listOf, settingsFrom } from './lib/settings.js';

const USUAL = { rounds: 9, seconds: 1, warm: 3, connections: 64, workloads: '', check: false };

const [path] = process.argv.splice(2, 1);
const suite = await import(new URL(path, import.meta.url));
const settings = settingsFrom({ ...USUAL, ...suite.usual });
const chosen = settings.rest[0] ?? settings.workloads;
let wrong = 0;
// A suite yields its contests one by one, and ends what they share.
for await (const contest of suite.contests(settings, chosen === '' ? undefined : listOf(chosen)))
  wrong += await runContest(contest, settings);
process.exitCode = wrong === 0 ? 0 : 1;
