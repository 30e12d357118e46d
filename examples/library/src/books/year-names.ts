/** How pages write a year: `1813`, `800 BC`. */
export function yearName(year: number): string {
  return year < 0 ? `${-year} BC` : String(year);
}

/** How pages call a hundred years, by the first of them: `1800s`, `AD 1–99`, `800 BC`. */
export function centuryName(century: number): string {
  if (century === 0) return 'AD 1–99';
  return century < 0 ? yearName(century) : `${century}s`;
}
