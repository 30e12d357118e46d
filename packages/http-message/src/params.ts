import type { UploadedFileInterface } from './uploaded-file.js';

/** CGI variables, keyed by name (RFC 3875 4.1); all values are strings, as in CGI. */
export type ServerParams = { readonly [name: string]: string | undefined };

/** Decoded cookies, keyed by name. */
export type CookieParams = { readonly [name: string]: string | undefined };

/** One value of a query or a form: a string, a list or a map, nested to any depth. */
export type QueryValue = string | readonly QueryValue[] | QueryParams;

/** The parameters of a query or a form, keyed by name; maps have a null prototype. */
export type QueryParams = { readonly [name: string]: QueryValue | undefined };

/** Uploads, keyed by form field name; each value is an upload, a list or a map, nested to any depth. */
export type UploadedFiles = { readonly [name: string]: UploadedFileNode | undefined };

/** One upload, or several under one name (`photos[]`, `documents[passport]`). */
export type UploadedFileNode = UploadedFileInterface | readonly UploadedFileNode[] | UploadedFiles;
