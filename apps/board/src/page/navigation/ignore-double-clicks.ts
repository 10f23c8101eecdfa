const clickedControl = ({ target }: MouseEvent): Element | null =>
  target instanceof Element ? target.closest('a, button') : null;

/** Ignores the second click of a double click if another control has replaced the first one in between. */
export function startIgnoringDoubleClicks(): void {
  let firstControl: Element | null = null;
  document.addEventListener(
    'click',
    (event) => {
      const control = clickedControl(event);
      if (event.detail <= 1) firstControl = control;
      else if (control !== null && control !== firstControl) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    { capture: true },
  );
}
