/**
 * A worker of a few lines, without the code of one, so that it starts at once. Its argument is what it does: `tell` exits
 * with what it was told, `fail` does not start, `deaf` does not stop, `other` says everything but that it listens.
 */
import cluster from 'node:cluster';
import process from 'node:process';

const does = process.argv[2];
const exit = (code) => {
  if (does !== 'deaf') process.exit(code);
};

// As the code of a worker does: otherwise Node exits when the channel is closed.
cluster.worker.exitedAfterDisconnect = true;
process.on('message', (message) => {
  if (message === 'mortise:end') exit(10);
  if (message === 'crash') exit(3);
  if (message === 'ask') process.send('mortise:ask');
});
process.on('disconnect', () => {
  exit(20);
});
if (does === 'fail') exit(1);
setInterval(() => undefined, 600_000);
process.send('of the application');
process.send(null);
const url = `http://127.0.0.1:${process.pid}`;
process.send({ mortise: does === 'other' ? does : 'listening', url, port: process.pid });
