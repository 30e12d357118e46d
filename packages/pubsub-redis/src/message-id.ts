/** Widens the id of a stream, so that ids sort as text: `1700000000000-5` to `01700000000000-000005`. */
export function widened(id: string): string {
  if (id === '') return '';
  const [time = '', count = ''] = id.split('-');
  return `${time.padStart(14, '0')}-${count.padStart(6, '0')}`;
}

/** The id in the stream. */
export function narrowed(id: string): string {
  const [time = '', count = ''] = id.split('-');
  return `${Number(time)}-${Number(count)}`;
}
