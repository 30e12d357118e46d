import { createFormTree } from '@mortise/form-encoding';
import type { ServerRequestInterface, UploadedFileInterface } from '@mortise/http-message';
import type { MediaType } from '@mortise/http-syntax';
import { BodyError } from '../body-error.js';
import type { BodyReader } from '../body-parser.js';
import { contentDecoder } from '../content-coding.js';
import { boundaryOf } from './boundary.js';
import { multipartLimits } from './limits.js';
import type { MultipartFormOptions } from './multipart-form-options.js';
import { Scan } from './scan.js';
import type { ScannedPart } from './scanned-part.js';
import { uploadName } from './upload-name.js';
import { UploadStore } from './upload-store.js';

/**
 * Makes a reader of `multipart/form-data` for `bodyParsing`: fields become the parsed body, files
 * the uploaded files, by names with brackets as in PHP. The body is consumed.
 *
 * Files are removed at the end of the request's lifetime, unless they were moved; when the form is
 * refused, at once. As in PHP a file that was not chosen, is over the form's `MAX_FILE_SIZE`, or could
 * not be stored is there with its error.
 *
 * The reader throws {@link BodyError} as `multipartParts` does, and a `FormError` for names nested too
 * deep. With `onLimit: 'truncate'` it does as PHP does: parts too many are left out, a file too large
 * has error 1.
 */
export function multipartForm(options: MultipartFormOptions): BodyReader {
  return async (request, mediaType) => {
    contentDecoder(request, new Map());
    const body = request.getBody();
    if (body.isSeekable()) body.rewind();
    return body.getSize() === 0 ? request : readForm(request, mediaType, options);
  };
}

async function readForm(
  request: ServerRequestInterface,
  mediaType: MediaType,
  options: MultipartFormOptions,
): Promise<ServerRequestInterface> {
  const fields = createFormTree(options);
  const files = createFormTree<UploadedFileInterface>(options);
  const store = new UploadStore(options);
  let nameless = 0;
  try {
    for await (const { header, content } of formParts(request, mediaType, options)) {
      const name = header.name ?? '';
      if (typeof content === 'string') {
        store.noteField(name, content);
        fields.put(name, content);
      } else {
        const file = await store.keep(header, content);
        files.put(header.name === null ? String(nameless++) : uploadName(name), file);
      }
    }
  } catch (error) {
    store.remove();
    throw error;
  }
  request.getLifetime().onEnd(() => {
    store.remove();
  });
  return request.withParsedBody(fields.root).withUploadedFiles(files.root);
}

function formParts(
  request: ServerRequestInterface,
  mediaType: MediaType,
  options: MultipartFormOptions,
): AsyncIterable<ScannedPart> {
  const body = request.getBody();
  const total = body.getSize();
  const limits = multipartLimits(options);
  if (total !== null && total > limits.maxBytes) throw BodyError.tooLarge(limits.maxBytes);
  const { onProgress } = options;
  return new Scan(body, boundaryOf(mediaType), {
    limits,
    truncate: options.onLimit === 'truncate',
    onProgress:
      onProgress === undefined
        ? null
        : (received) => {
            onProgress(received, total);
          },
  });
}
