/** A JSON object. */
export type Json = Record<string, unknown>;

/** Whether a value is a JSON object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a copy of a JSON value in which every object went through `change`, the inner ones first. */
export function mapJson(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((each) => mapJson(each, change));
  if (!isJson(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, mapJson(each, change)]);
  return change(Object.fromEntries(entries) as Json);
}
