const pressedBy = ({ target }: MouseEvent): Element | null =>
  target instanceof Element ? target.closest('a, button') : null;

/** Ignores the second click of a double click on a control that appeared in between. */
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
