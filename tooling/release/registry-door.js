/**
 * The address of a local registry: requests for our own packages go to that registry, all others are sent to npm's own by a
 * redirect. A registry that forwards them reads and stores every version of every package that npm asks for.
 */
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';

/** Our names, and what npm asks the registry itself: `/-/ping`, `/-/whoami`. */
const OWN = /^\/(?:-\/|@mortise(?:\/|%2f)|(?:create-)?mortise(?:[/?]|$))/i;

/**
 * @param {number} port of 127.0.0.1
 * @param {number} registry the port of the registry of our packages
 * @param {string} upstream the URL of the registry of all others; it never gets a request for one of our packages
 * @returns {Promise<{ close(): void }>}
 * @throws {Error} with the code of the system if the port is in use
 */
export async function openDoor(port, registry, upstream) {
  const door = createServer((request, response) => {
    if (OWN.test(request.url)) forward(request, response, registry);
    else response.writeHead(302, { Location: new URL(request.url.slice(1), upstream).href }).end();
  }).listen(port, '127.0.0.1');
  await once(door, 'listening');
  return {
    close() {
      door.close();
      door.closeAllConnections();
    },
  };
}

/** `Host` stays: the registry writes it into the addresses of tarballs. */
function forward(request, response, port) {
  const { method, url: path, headers } = request;
  const sent = send({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.rawHeaders);
    answer.pipe(response);
  });
  sent.on('error', (error) => response.destroy(error));
  request.pipe(sent);
}
