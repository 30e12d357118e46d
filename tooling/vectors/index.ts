export { comparable } from './comparable.js';
export { type ErrorMark, errorMark } from './error-mark.js';
export { withoutPlaces } from './without-places.js';
export { dispatchedBySlim, type RouteDispatchRow, routesOf } from './route-dispatch.js';
export { runVectors, type VectorRow } from './run-vectors.js';
