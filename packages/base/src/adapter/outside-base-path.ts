/** Code, message and status of an adapter's error for a request that is not below the base path of the application. */
export const OUTSIDE_BASE_PATH: readonly ['OUTSIDE_BASE_PATH', string, 404] = [
  'OUTSIDE_BASE_PATH',
  "the request path is outside the application's base path",
  404,
];
