/** The lines that follow the first `count`. */
export async function* linesAfter<Line>(
  count: number,
  lines: AsyncIterable<Line>,
): AsyncGenerator<Line, void, undefined> {
  let index = 0;
  for await (const line of lines) if (index++ >= count) yield line;
}
