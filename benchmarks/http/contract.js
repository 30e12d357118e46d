/** The responses of every contestant, so that only the way to create them differs. */
import { Readable } from 'node:stream';

export const PORT = Number(process.env.PORT);
/** Whether to register the table of 1,000 routes, which only one workload needs. */
export const WITH_TABLE = process.env.WITH_TABLE === '1';
/** Whether to serve HTTP/2 instead, for contestants that can. */
export const HTTP2 = process.env.HTTP2 === '1';
export const TEXT = 'text/plain; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';
export const BYTES = 'application/octet-stream';
export const HELLO = 'Hello, World!';
export const NOT_FOUND = 'Not Found';
export const LAYERS = Array.from({ length: 10 }, (_, index) => `v${index}`);
const CHUNK = Buffer.alloc(65_536, 'x');
const CHUNKS = 160;

export const book = (id) => ({ id, title: `Book ${id}` });
export const uploaded = (fields, files, bytes) => ({ fields, files, bytes });
export const sumOf = (read) => ({ sum: LAYERS.reduce((sum, name) => sum + read(name), 0) });

/** 100 resources, each with 5 static routes and 5 with one to three parameters. */
export const table = Array.from({ length: 100 }, (_, resource) =>
  ['', '/new', '/stats/daily', '/export/csv', '/search', '/:id', '/:id/edit', '/:id/items']
    .concat('/:id/items/:item', '/:id/items/:item/tags/:tag')
    .map((rest) => `/api/v1/res${resource}${rest}`),
)
  .flat()
  .map((path, index) => ({ path, names: path.match(/(?<=:)\w+/g) ?? [], index }));

/** The response of a route of the table. */
export function tableText({ names, index }, args) {
  let text = `r${index}`;
  for (const name of names) text += `,${args[name]}`;
  return text;
}

/**
 * 10 MiB that every contestant streams. Those that need a web stream wrap it with `Readable.toWeb`. The rig
 * counts how often it is called.
 */
export function streamed() {
  note('streamed');
  let left = CHUNKS;
  return new Readable({
    read() {
      this.push(left-- > 0 ? CHUNK : null);
    },
  });
}

/** Reports to the rig what was used, while it compares responses; does nothing while it measures. */
function note(what) {
  if (process.env.NOTES === '1') process.stderr.write(`note ${what}\n`);
}

/** Storage for multer that counts and discards. */
export const countingStorage = {
  _handleFile(_request, file, done) {
    let size = 0;
    file.stream.on('data', (chunk) => {
      size += chunk.length;
    });
    file.stream.on('error', done);
    file.stream.on('end', () => done(null, { size }));
  },
  _removeFile(_request, _file, done) {
    done(null);
  },
};

/** The same for Mortise. */
export function countingWriters(factories) {
  return {
    createWriter() {
      let size = 0;
      return {
        get size() {
          return size;
        },
        write(bytes) {
          size += bytes.length;
        },
        end: async () => Object.assign(factories.createStream(), { getSize: () => size }),
        discard: async () => undefined,
      };
    },
  };
}

/** How a plain `node:http` program writes, for contestants that leave writing to the user. */
export function send(outgoing, type, body, status = 200) {
  const length = Buffer.byteLength(body);
  outgoing.writeHead(status, { 'content-type': type, 'content-length': length });
  outgoing.end(body);
}

export const sendJson = (outgoing, value) => send(outgoing, JSON_TYPE, JSON.stringify(value));
