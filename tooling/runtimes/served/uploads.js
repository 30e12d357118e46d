import { multipartForm } from '@mortise/body-parsers/multipart';
import { bodyParsing } from '@mortise/body-parsers';
import { factories } from '@mortise/message';

/**
 * Adds a path that reads forms with files, for runtimes with Node's modules.
 *
 * @param handler serves all other paths
 * @param storage keeps the files
 */
export function withUploads(handler, storage) {
  const readers = { 'multipart/form-data': multipartForm({ factories, storage }) };
  const parsing = bodyParsing({ factories, readers });
  return {
    handle: (request) =>
      request.getUri().getPath().endsWith('/uploads')
        ? parsing.process(request, { handle: describe })
        : handler.handle(request),
  };
}

async function describe(request) {
  const { title } = request.getParsedBody();
  const { cover } = request.getUploadedFiles();
  const content = await cover.getStream().text();
  const text = `${title} ${cover.getSize()} ${content.endsWith('\r\nend')}`;
  return factories.createResponse().withBody(factories.createStream(text));
}
