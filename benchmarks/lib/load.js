/** Loads a server with wrk (Debian's package). */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Whether wrk is available. */
export function canLoad() {
  return spawnSync('which', ['wrk']).status === 0;
}

/**
 * One workload as scripts of wrk; `remove` takes its files away.
 *
 * @param {object} workload its `request`; `paths` that are drawn instead of that of the request; `before`, which gives headers
 *   that a server has sent before, such as its cookie
 */
export function prepareLoad({ request, paths, before = () => ({}) }, connections) {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-benchmark-'));
  const script = join(folder, 'load.lua');
  const body = join(folder, 'body');
  if (request.body !== undefined) writeFileSync(body, request.body);
  writeFileSync(script, scriptFor(request, paths, body));
  return {
    run: async (port, seconds) => {
      const more = Object.entries(await before(port)).map((field) => `${field.join(': ')}\n`);
      return wrk(port, request.path, script, seconds, connections, more.join(''));
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function scriptFor({ method = 'GET', headers = {}, body }, paths, bodyFile) {
  const lines = [
    `wrk.method = ${JSON.stringify(method)}`,
    'for name, value in os.getenv("FIELDS"):gmatch("([^:\\n]+): ([^\\n]*)") do wrk.headers[name] = value end',
  ];
  for (const [name, value] of Object.entries(headers)) {
    lines.push(`wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`);
  }
  if (body !== undefined) {
    lines.push(`local file = io.open(${JSON.stringify(bodyFile)}, "rb")`);
    lines.push('wrk.body = file:read("*a")', 'file:close()');
  }
  if (paths !== undefined) {
    lines.push(`local paths = {${paths.map((path) => JSON.stringify(path)).join(',')}}`);
    lines.push('local requests = {}', 'math.randomseed(42)');
    lines.push(
      'function init() for i, p in ipairs(paths) do requests[i] = wrk.format("GET", p) end end',
    );
    lines.push('function request() return requests[math.random(#requests)] end');
  }
  lines.push(
    'function done(summary, latency)',
    '  local e = summary.errors',
    '  io.write(string.format(\'RESULT{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"failed":%d,"refused":%d}\\n\',',
    '    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),',
    '    e.connect + e.read + e.write + e.timeout, e.status))',
    'end',
  );
  return lines.join('\n');
}

/**
 * @returns requests, duration and latency in microseconds, failed connections, responses with a status of
 *   400 or above (`refused`)
 */
async function wrk(port, path, script, seconds, connections, fields) {
  const url = `http://127.0.0.1:${port}${path}`;
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script];
  const env = { ...process.env, FIELDS: fields };
  const command = ['-c', '1', 'wrk', ...options, url];
  const { stdout, stderr } = await promisify(execFile)('taskset', command, { env });
  const [, result] = /RESULT(\{.*\})/.exec(stdout) ?? [];
  if (result === undefined) throw new Error(`wrk: ${stderr || stdout}`);
  return JSON.parse(result);
}
