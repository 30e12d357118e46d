import { createFormTree } from '@mortise/form-encoding';
import type { ServerRequestInterface, UploadedFileInterface } from '@mortise/http-message';
import type { MediaType } from '@mortise/http-syntax';
import { BodyError } from '../body-error.js';
import type { BodyReader } from '../body-parser.js';
import { contentDecoder } from '../content-coding.js';
import { boundaryOf } from './boundary.js';
import { multipartLimits } from './limits.js';
import type { MultipartFormOptions } from './multipart-form-options.js';
import { scanParts } from './scan-parts.js';
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
    for await (const part of formParts(request, mediaType, options)) {
      const { content, filename } = part;
      if (typeof content !== 'string') {
        const name = uploadName(part.name ?? String(nameless++));
        files.put(
          name,
          await store.keep({ content, filename: filename ?? '', mediaType: part.mediaType }),
        );
      } else {
        store.noteField(part.name ?? '', content);
        fields.put(part.name ?? '', content);
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
  return scanParts(body, boundaryOf(mediaType), {
    limits,
    truncate: options.onLimit === 'truncate',
    onProgress: (received) => options.onProgress?.(received, total),
  });
}
