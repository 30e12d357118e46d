/** Loads a server over HTTP/2. As a program, it is the process that does so: its argument is the load, as JSON. */
import { connect } from 'node:http2';
import { fileURLToPath } from 'node:url';
import { loadBy } from './load-process.js';

const program = fileURLToPath(import.meta.url);

/**
 * @param {{ port: number, seconds: number, connections: number, streams: number, request: object, answer: string }} load
 * @returns {Promise<{ requests: number, microseconds: number }>} rejects for a response with another body
 */
export function loadHttp2(load) {
  return loadBy(program, load);
}

if (process.argv[1] === program)
  console.log(JSON.stringify(await run(JSON.parse(process.argv[2]))));

async function run({ port, seconds, connections, streams, request, answer }) {
  const sessions = Array.from({ length: connections }, () => connect(`http://127.0.0.1:${port}`));
  // The requests of a connection that fails report it.
  for (const session of sessions) session.on('error', () => undefined);
  const began = performance.now();
  const end = began + seconds * 1_000;
  const counts = await Promise.all(
    sessions.flatMap((session) =>
      Array.from({ length: streams }, () => repeat(session, request, answer, end)),
    ),
  );
  const microseconds = (performance.now() - began) * 1_000;
  for (const session of sessions) session.close();
  return { requests: counts.reduce((sum, count) => sum + count, 0), microseconds };
}

/** One request after the other, until the time is over. @returns how many */
async function repeat(session, { method = 'GET', path, headers = {}, body }, answer, end) {
  const fields = { ':method': method, ':path': path, ...headers };
  let count = 0;
  do {
    const text = await ask(session, fields, body);
    if (text !== answer) throw new Error(`${path}: ${text.slice(0, 100)}, not ${answer}`);
    count++;
  } while (performance.now() < end);
  return count;
}

function ask(session, fields, body) {
  return new Promise((resolve, reject) => {
    const stream = session.request(fields, { endStream: body === undefined });
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk) => {
      text += chunk;
    });
    stream.on('end', () => resolve(text));
    stream.on('error', reject);
    if (body !== undefined) stream.end(body);
  });
}
