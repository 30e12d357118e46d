/** How pages write a year: `1813`, `800 BC`. */
export function yearName(year: number): string {
  return year < 0 ? `${-year} BC` : String(year);
}

/** How pages call a century, by its first year: `1800s`, `800 BC`. */
export function centuryName(century: number): string {
  return century < 0 ? yearName(century) : `${century}s`;
}
