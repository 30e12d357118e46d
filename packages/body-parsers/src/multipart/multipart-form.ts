import type { ServerRequestInterface } from '@mortise/http-message';
import type { BodyReader } from '../body-parser.js';
import { contentDecoder } from '../content-coding.js';
import { boundaryOf } from './boundary.js';
import { FormBody } from './form-body.js';
import { FormCollector } from './form-collector.js';
import { createFormScan } from './form-scan.js';
import { type MultipartLimits, multipartLimits } from './limits.js';
import type { MultipartFormOptions } from './multipart-form-options.js';

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
  const limits = multipartLimits(options);
  return async (request, mediaType) => {
    contentDecoder(request, new Map());
    const body = request.getBody();
    if (body.isSeekable()) body.rewind();
    return body.getSize() === 0
      ? request
      : readForm(request, boundaryOf(mediaType), options, limits);
  };
}

async function readForm(
  request: ServerRequestInterface,
  boundary: string,
  options: MultipartFormOptions,
  limits: Required<MultipartLimits>,
): Promise<ServerRequestInterface> {
  const stream = request.getBody();
  const body = new FormBody(stream, stream.getSize(), limits.maxBytes, options.onProgress);
  const form = new FormCollector(options, limits.maxFileBytes);
  const scan = createFormScan(boundary, limits, options.onLimit === 'truncate', form);
  try {
    for (;;) {
      const chunk = body.taken(await body.next());
      if (chunk === null) break;
      scan.write(chunk);
      if (form.isBehind) await form.catchUp();
    }
    scan.end();
  } catch (error) {
    body.cancel();
    await form.discard();
    throw error;
  }
  request.getLifetime().onEnd(() => {
    form.close();
  });
  return request.withParsedBody(form.fields).withUploadedFiles(form.files);
}
