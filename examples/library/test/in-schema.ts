/** The URL of a server that may be busy with other tests: statements that take long do not count as its silence, unless it says so. */
export function patiently(serverUrl: string): string {
  const url = new URL(serverUrl);
  if (!url.searchParams.has('query_timeout')) url.searchParams.set('query_timeout', '60000');
  return url.href;
}

/** The same for the tables of one schema. */
export function inSchema(serverUrl: string, schema: string): string {
  const url = new URL(patiently(serverUrl));
  url.searchParams.set('options', `-c search_path=${schema}`);
  return url.href;
}
