/** How pages call a century, by its first year: `1800s`, `800 BC`. */
export function centuryName(century: number): string {
  return century < 0 ? `${-century} BC` : `${century}s`;
}
