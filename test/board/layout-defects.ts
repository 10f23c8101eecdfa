import type { Page } from 'playwright-core';

/** Returns pairs of texts of a page that overlap by more than two pixels in both directions. */
export const overlappingTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const slack = 2;
    // the part of a rectangle that the ancestors do not clip
    const visiblePart = (rect, element) => {
      let { left, top, right, bottom } = rect;
      for (let node = element; node !== null; node = node.parentElement) {
        const style = getComputedStyle(node);
        if (style.overflowX !== 'visible' || style.overflowY !== 'visible' || style.clipPath !== 'none') {
          const box = node.getBoundingClientRect();
          [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
          [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
        }
      }
      return { left: left + slack, top: top + slack, right: right - slack, bottom: bottom - slack };
    };
    // an element that floats above the page, such as a bar at the bottom, covers what is below it
    const isFloating = (element) => {
      for (let node = element; node !== null; node = node.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(node).position)) return true;
      return false;
    };
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const isShown = element.checkVisibility({ visibilityProperty: true }) && !element.closest('svg, option, [popover]');
      if (node.nodeValue.trim() === '' || !isShown || isFloating(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const part = visiblePart(rect, element);
        if (part.right > part.left && part.bottom > part.top) texts.push({ ...part, node, text: node.nodeValue.trim().slice(0, 40) });
      }
    }
    texts.sort((a, b) => a.top - b.top);
    const found = [];
    for (const [index, a] of texts.entries()) {
      for (let next = index + 1; next < texts.length && texts[next].top < a.bottom; next += 1) {
        const b = texts[next];
        if (a.node !== b.node && a.left < b.right && b.left < a.right) found.push(a.text + ' | ' + b.text);
      }
    }
    return found;
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
