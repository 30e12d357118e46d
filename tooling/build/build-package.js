/**
 * Builds the package in the current folder: in the process of `npm run build` (`run.js`), or in this one if there is none.
 * The exit code is 1 if it does not build.
 */
import { connect } from 'node:net';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { BUILT, PORT } from './protocol.js';

const port = process.env[PORT];
const answer = await (port === undefined ? built() : builtBy(Number(port)));
if (answer !== BUILT) console.error(answer || 'The process that builds has ended.');
process.exitCode = answer === BUILT ? 0 : 1;

async function built() {
  const { buildPackage } = await import('./package-build.js');
  return (await buildPackage()) || BUILT;
}

function builtBy(port) {
  const socket = connect(port, '127.0.0.1');
  socket.write(basename(process.cwd()));
  return text(socket);
}
