import { type PatternPlace, RouterError } from '../router-error.js';

/** Reads an expression from left to right; errors point to its position in the pattern. */
export class ExpressionReader {
  readonly text: string;
  at = 0;
  readonly #pattern: string;
  readonly #start: number;

  /**
   * @param text the expression
   * @param pattern the pattern that contains the expression
   * @param start the index of the expression in the pattern
   */
  constructor(text: string, pattern: string, start: number) {
    this.text = text;
    this.#pattern = pattern;
    this.#start = start;
  }

  /** The character at the current position; empty at the end. */
  get next(): string {
    const point = this.text.codePointAt(this.at);
    return point === undefined ? '' : String.fromCodePoint(point);
  }

  /** Moves past the text if it comes next; returns whether it did. */
  take(text: string): boolean {
    const goesOn = this.text.startsWith(text, this.at);
    if (goesOn) this.at += text.length;
    return goesOn;
  }

  /** Returns the match of a sticky expression at the current position and moves past it; null if there is none. */
  match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at;
    const match = sticky.exec(this.text);
    if (match !== null) this.at = sticky.lastIndex;
    return match;
  }

  /** Returns the next character and moves past it; empty at the end. */
  character(): string {
    const character = this.next;
    this.at += character.length;
    return character;
  }

  /** Creates a `PATTERN_EXPRESSION` error that points to a position in the expression. */
  refusal(rule: string, at = this.at): RouterError {
    return RouterError.inPattern('PATTERN_EXPRESSION', rule, this.place(at));
  }

  /** Converts a position in the expression to one in the pattern. */
  place(at: number): PatternPlace {
    return { pattern: this.#pattern, index: this.#start + at };
  }
}
