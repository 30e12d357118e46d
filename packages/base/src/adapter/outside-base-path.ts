/** Code, message and status of an adapter's error for a request outside the application's base path. */
export const OUTSIDE_BASE_PATH: readonly ['OUTSIDE_BASE_PATH', string, 404] = [
  'OUTSIDE_BASE_PATH',
  'The request path is outside the base path.',
  404,
];
