/**
 * Returns an answer in the form in which it is compared with a reference that PHP recorded: an empty list equals an
 * empty map, prototypes are ignored, and all errors are equal, because the reference has PHP's classes.
 */
export function comparable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.length === 0 ? {} : value.map(comparable);
  if ('$exception' in value || '$error' in value) return { $exception: true };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, comparable(item)]));
}

/** Whether an answer contains the mark of an error anywhere. */
export function holdsError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return '$error' in value || Object.values(value).some(holdsError);
}
