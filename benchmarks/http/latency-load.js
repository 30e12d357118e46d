/**
 * Requests short responses from a server and prints their latency, as JSON.
 *
 *     node latency-load.js '{"port":3000,"connections":64,"seconds":2,"rate":4000,"slow":0}'
 *
 * With a `rate`, that many requests start per second, those of a millisecond together, whether or not earlier
 * ones have a response: their time starts then, even if no connection is free. Without a rate, each connection
 * sends a request when it has its response. The first `slow` connections request a response that takes the
 * server 5 ms, and are counted separately.
 */
import { connect } from 'node:net';
import { HELLO } from './contract.js';

const { port, connections, seconds, rate = 0, slow = 0 } = JSON.parse(process.argv[2]);
const latencies = [];
const idle = [];
const due = [];
let failed = 0;

class Connection {
  answers = 0;
  #socket = null;
  #heard = '';
  #begun = 0;
  #onAnswer;
  #request;

  constructor(path, onAnswer) {
    this.#request = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
    this.#onAnswer = onAnswer;
  }

  /** @param begun the time from which the latency is measured */
  ask(begun) {
    this.#begun = begun;
    this.#socket ??= this.#connected();
    this.#socket.write(this.#request);
  }

  #connected() {
    const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1');
    socket.on('data', (text) => {
      this.#hear(text);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      failed++;
      this.#socket = null;
    });
    return socket;
  }

  #hear(text) {
    this.#heard += text;
    const head = this.#heard.indexOf('\r\n\r\n');
    if (head === -1 || this.#heard.length < head + 4 + HELLO.length) return;
    if (!this.#heard.endsWith(HELLO)) failed++;
    // Servers close a connection after a number of requests.
    if (/\r\nConnection: close\r\n/i.test(this.#heard)) this.#socket = null;
    this.#heard = '';
    this.answers++;
    this.#onAnswer(performance.now() - this.#begun);
  }
}

const all = Array.from({ length: connections }, (_, index) => {
  const connection = new Connection(index < slow ? '/slow' : '/', (latency) => {
    if (index >= slow) latencies.push(latency);
    if (performance.now() > end) return;
    if (rate === 0 || index < slow) connection.ask(performance.now());
    else if (due.length > 0) connection.ask(due.shift());
    else idle.push(connection);
  });
  return connection;
});
const start = performance.now();
const end = start + seconds * 1_000;
for (const [index, connection] of all.entries()) {
  if (rate === 0 || index < slow) connection.ask(performance.now());
  else idle.push(connection);
}
if (rate > 0) beginOnTime(0);
setTimeout(report, seconds * 1_000 + 50);

/**
 * Starts the requests that are due, from the `count`th on, every millisecond. It waits in between instead of
 * polling the clock, because a busy machine delays a process that polls.
 */
function beginOnTime(count) {
  const now = performance.now();
  let next = count;
  for (; start + (next * 1_000) / rate <= now; next++) {
    if (idle.length > 0) idle.shift().ask(now);
    else due.push(now);
  }
  if (now < end) setTimeout(beginOnTime, 1, next);
}

function report() {
  const sorted = latencies.sort((a, b) => a - b);
  const at = (share) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 1_000;
  const counts = all.slice(slow).map(({ answers }) => answers);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const result = {
    requests: all.reduce((sum, { answers }) => sum + answers, 0),
    refused: failed,
    p50: at(0.5),
    p99: at(0.99),
    p999: at(0.999),
    fewest: Math.min(...counts) / mean,
    most: Math.max(...counts) / mean,
  };
  process.stdout.write(JSON.stringify(result), () => process.exit());
}
