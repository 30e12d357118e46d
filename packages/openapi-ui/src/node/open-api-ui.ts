import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openApiPages, type OpenApiUiHandler, type OpenApiUiOptions } from '../open-api-pages.js';

/**
 * Creates the callback of a page that shows an OpenAPI document, with the files of Swagger UI that this package
 * contains. They are read at the first request and cached.
 *
 * ```ts
 * app.get('/docs[/{file}]', openApiUi({ document: '/openapi.json' }));
 * ```
 *
 * @throws {OpenApiUiOptionError}
 */
export function openApiUi(options: OpenApiUiOptions): OpenApiUiHandler {
  return openApiPages({ ...options, readFile: (name) => readFile(join(assets(), name)) });
}

/** Resolves the package by its own name, because source and build are at different depths. */
function assets(): string {
  const manifest = createRequire(import.meta.url).resolve('@mortise/openapi-ui/package.json');
  return join(dirname(manifest), 'dist', 'assets');
}
