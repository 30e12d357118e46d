/** A process that loads a server over HTTP/2, and prints how many requests it sent in how many microseconds, as JSON. */
import { connect } from 'node:http2';

const { port, seconds, connections, streams, request, answer } = JSON.parse(process.argv[2]);
const { method = 'GET', path, headers, body } = request;
const fields = { ':method': method, ':path': path, ...headers };

const sessions = Array.from({ length: connections }, () => connect(`http://127.0.0.1:${port}`));
// The requests of a connection that fails report it.
for (const session of sessions) session.on('error', () => undefined);
const began = performance.now();
let requests = 0;
const loops = sessions.flatMap((session) => Array.from({ length: streams }, () => repeat(session)));
await Promise.all(loops);
console.log(JSON.stringify({ requests, microseconds: (performance.now() - began) * 1_000 }));
for (const session of sessions) session.close();

/** One request after the other, until the time is over. */
async function repeat(session) {
  do {
    const text = await ask(session);
    if (text !== answer) throw new Error(`${path}: ${text.slice(0, 100)}, not ${answer}`);
    requests++;
  } while (performance.now() < began + seconds * 1_000);
}

function ask(session) {
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
