/** A text of at most `longest` characters: a longer one ends with `…`. */
export function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
