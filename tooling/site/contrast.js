/** Runs in the browser, beside axe: finds text with less contrast to its background than WCAG 2.1, 1.4.3, asks for. */

/** @returns {Promise<string[]>} one line for each pair of colors: `"text" with a contrast of 2.31: #999999 on #ffffff` */
export async function lowContrast() {
  // After a change of the theme, colors pass through others.
  const passing = document.getAnimations().filter((each) => each instanceof CSSTransition);
  await Promise.allSettled(passing.map(({ finished }) => finished));
  const options = { runOnly: 'color-contrast', elementRef: true };
  const { violations } = await globalThis.axe.run(options);
  const found = new Map();
  for (const { element, any } of violations.flatMap(({ nodes }) => nodes)) {
    const { fgColor, bgColor, contrastRatio } = any[0].data;
    const text = JSON.stringify(element.textContent.trim().slice(0, 30));
    const pair = `${fgColor} on ${bgColor}`;
    if (!found.has(pair)) found.set(pair, `${text} with a contrast of ${contrastRatio}: ${pair}`);
  }
  return [...found.values()];
}
