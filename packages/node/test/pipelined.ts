import { get, readResponses, Wire } from './wire.js';

/** Requests for `/0`, `/1` and so on. */
export const repeated = (count: number, ...fields: string[]) =>
  Array.from({ length: count }, (_, i) => get(`/${i}`, ...fields)).join('');

/** The bodies of a connection's responses, when as many have come; 100 Continue is none. */
export async function bodiesOf(wire: Wire, count: number): Promise<string[]> {
  const final = () => wire.heard.replaceAll('HTTP/1.1 100 Continue\r\n\r\n', '');
  const complete = () =>
    readResponses(final(), wire.closed).filter((response) => response.complete);
  await wire.hear(() => final().split('HTTP/1.1 ').length > count && complete().length >= count);
  return complete().map(({ body }) => body.toString());
}

/** Waits until the server has handled everything that it can handle without further input. */
export async function settled(port: number): Promise<void> {
  for (let i = 0; i < 3; i++) {
    const wire = new Wire(port).send('GET / HTTP/1.1\r\nConnection: close\r\n\r\n');
    await wire.untilClosed();
    wire.destroy();
  }
}
