/**
 * Runs in the browser, and uses nothing outside it: finds text with less contrast to its background than WCAG 2.1, 1.4.3,
 * asks for: 4.5, and 3 for text of 24 px, or of 18.66 px and bold.
 *
 * @returns {string[]} one line for each pair of colors: `"text" with a contrast of 2.31, rgb(…) on rgb(…)`
 */
export function lowContrast() {
  const found = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.data.trim();
    const element = texts.currentNode.parentElement;
    if (text === '' || !element.checkVisibility({ opacityProperty: true })) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const background = backgroundOf(element);
    const size = parseFloat(fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
    const contrast = contrastOf(over(rgba(color), background), background);
    if (contrast >= least || found.has(color + background)) continue;
    const quoted = JSON.stringify(text.slice(0, 30));
    found.set(
      color + background,
      `${quoted} with a contrast of ${contrast.toFixed(2)}: ${color} on rgb(${background.map(Math.round).join(', ')})`,
    );
  }
  return [...found.values()];

  function backgroundOf(element) {
    const layers = [];
    for (let at = element; at !== null; at = at.parentElement) {
      const layer = rgba(getComputedStyle(at).backgroundColor);
      layers.push(layer);
      if (layer[3] === 1) break;
    }
    return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255]);
  }
  function rgba(color) {
    const [red, green, blue, alpha = 1] = color.match(/[\d.]+/g).map(Number);
    return [red, green, blue, alpha];
  }
  function over([red, green, blue, alpha], below) {
    return [red, green, blue].map((part, i) => part * alpha + below[i] * (1 - alpha));
  }
  function contrastOf(first, second) {
    const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }
  function luminance(color) {
    const [red, green, blue] = color.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
}
