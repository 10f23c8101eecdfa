import type { Page } from 'playwright-core';

/**
 * Returns pairs of texts of a page that overlap by more than two pixels in both directions. Bars that float above the
 * page, and popovers, may cover texts.
 */
export const overlappingTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const slack = 2;
    const everything = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    const common = (a, b) => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    // the area in which an element and its ancestors show their content; null for an element that floats
    const areas = new Map([[null, everything]]);
    const areaOf = (element) => {
      if (areas.has(element)) return areas.get(element);
      const outer = areaOf(element.parentElement);
      const { position, overflowX, overflowY, clipPath } = getComputedStyle(element);
      const isClipping = overflowX !== 'visible' || overflowY !== 'visible' || clipPath !== 'none';
      const isFloating = outer === null || position === 'fixed' || position === 'sticky';
      const area = isFloating ? null : isClipping ? common(outer, element.getBoundingClientRect()) : outer;
      areas.set(element, area);
      return area;
    };
    const isShown = (element) =>
      !element.matches('svg *, option, [popover] *, details:not([open])') && element.checkVisibility({ visibilityProperty: true });
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue.trim().slice(0, 40);
      const area = text !== '' && isShown(node.parentElement) ? areaOf(node.parentElement) : null;
      if (area === null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const { left, top, right, bottom } = common(area, rect);
        const part = { left: left + slack, top: top + slack, right: right - slack, bottom: bottom - slack };
        if (part.right > part.left && part.bottom > part.top) texts.push({ ...part, node, text });
      }
    }
    texts.sort((a, b) => a.top - b.top);
    const found = new Set();
    for (const [index, a] of texts.entries()) {
      for (let next = index + 1; next < texts.length && texts[next].top < a.bottom; next += 1) {
        const b = texts[next];
        if (a.node !== b.node && a.left < b.right && b.left < a.right) found.add(a.text + ' | ' + b.text);
      }
    }
    return [...found];
  })()`);

/** Returns the names of focusable elements that show no outline, and of whose ancestors none does, when focused. */
export async function elementsWithoutFocusRing(page: Page): Promise<readonly string[]> {
  // The browser shows the focus only after the keyboard was used.
  await page.keyboard.press('Tab');
  return await page.evaluate(`(() => {
    const hasRing = (element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    const missing = [];
    for (const element of document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')) {
      if (element.disabled || !element.checkVisibility()) continue;
      element.focus();
      if (document.activeElement !== element && !element.shadowRoot) continue;
      if (!hasRing(element) && !(element.parentElement && hasRing(element.parentElement)))
        missing.push(element.tagName + ' ' + element.className + ' ' + (element.getAttribute('aria-label') ?? element.textContent).slice(0, 40));
    }
    return missing;
  })()`);
}
