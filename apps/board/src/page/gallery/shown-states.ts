/** A state of a control that only the pointer or the keyboard can cause. */
export type ShownState = 'hover' | 'focus-visible' | 'active';

/** The elements to which a state applies. */
const controls = ':is(a, button, input, select, textarea, summary)';
const states: readonly (readonly [ShownState, string])[] = [
  ['hover', '*'],
  ['focus-visible', controls],
  ['active', controls],
];

/** Returns a selector that also selects elements inside an element with the attribute `data-shown`. */
const withShown = (selector: string): string =>
  states.reduce(
    (text, [state, elements]) => text.replaceAll(`:${state}`, `:is(:${state}, [data-shown="${state}"] ${elements})`),
    selector,
  );

/** Calls a function with each rule of the style sheets, also inside media queries. */
function eachRule(visit: (rule: CSSRule) => void, rules?: CSSRuleList): void {
  const lists = rules === undefined ? Array.from(document.styleSheets, ({ cssRules }) => cssRules) : [rules];
  for (const list of lists) {
    for (const rule of list) {
      visit(rule);
      if (rule instanceof CSSMediaRule) eachRule(visit, rule.cssRules);
    }
  }
}

/**
 * Changes the rules of hovered, focused and pressed elements, so that the gallery can show these states: they also apply
 * to the content of an element with the attribute `data-shown`.
 */
export function enableShownStates(): void {
  eachRule((rule) => {
    if (!(rule instanceof CSSStyleRule)) return;
    const selector = withShown(rule.selectorText);
    if (selector !== rule.selectorText) rule.selectorText = selector;
  });
}

/** Applies the styles for high contrast. The colors of the operating system need its own setting. */
export function showContrastStyles(): void {
  eachRule((rule) => {
    if (rule instanceof CSSMediaRule && /prefers-contrast|forced-colors/.test(rule.media.mediaText))
      rule.media.mediaText = 'all';
  });
}
