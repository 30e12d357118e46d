const segmenter = new Intl.Segmenter();
const WIDE =
  /^[MWm@%—…жфшщыюЖФШЩЫЮسشصض\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** About how wide a character is drawn, in letters such as `n`, in a wide font. */
function widthOf(character: string): number {
  if (WIDE.test(character)) return 1.8;
  if (/^\p{Extended_Pictographic}/u.test(character)) return 2.2;
  return /^[\p{Lu}w&]/u.test(character) ? 1.3 : 1;
}

/** How much room a text takes, in letters such as `n`. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const { segment } of segmenter.segment(text)) length += widthOf(segment);
  return length;
}

/** A text that takes the room of at most `longest` letters such as `n`: a longer one ends with `…`. */
export function shortened(text: string, longest: number): string {
  if (lengthOf(text) <= longest) return text;
  let [short, length] = ['', widthOf('…')];
  for (const { segment } of segmenter.segment(text)) {
    length += widthOf(segment);
    if (length > longest) break;
    short += segment;
  }
  return `${short}…`;
}
