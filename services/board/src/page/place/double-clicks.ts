const pressedBy = ({ target }: MouseEvent): Element | null =>
  target instanceof Element ? target.closest('a, button') : null;

/** The second click of two was meant for what the first one pressed, and not for what stands there since. */
export function startDoubleClicks(): void {
  let first: Element | null = null;
  document.addEventListener(
    'click',
    (event) => {
      const pressed = pressedBy(event);
      if (event.detail <= 1) first = pressed;
      else if (pressed !== null && pressed !== first) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    { capture: true },
  );
}
