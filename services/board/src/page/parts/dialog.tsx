import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { isIn } from '../data/session.ts';
import { isFocusLost, nearTo } from '../place/kept-focus.ts';

interface Props {
  readonly title: string;
  /** is called when the viewer has closed it, and not when it is taken away */
  readonly close: () => void;
  readonly children: ComponentChildren;
  /** at the side, over the whole height; else in the middle */
  readonly isDrawer?: boolean;
}

/** The first control to focus: a field, and never a button, which Enter would press unread. */
function firstField(dialog: HTMLDialogElement): HTMLElement | undefined {
  const first = dialog.querySelector<HTMLElement>(':scope > header ~ * :is(button, input, select, textarea):enabled');
  return first?.matches('dialog > :is(form, .field) :is(input, select, textarea)') ? first : undefined;
}

/** Opens a dialog after it was rendered, or with the next key before that, which is typed into it. */
function useOpened(shown: RefObject<HTMLDialogElement | null>, isShown: boolean): void {
  const isOpened = useRef(false);
  const open = (): void => {
    const dialog = shown.current;
    if (!isShown || dialog === null || isOpened.current) return;
    isOpened.current = true;
    dialog.showModal();
    firstField(dialog)?.focus();
  };
  useLayoutEffect(() => {
    document.addEventListener('keydown', open, { capture: true });
    return () => {
      isOpened.current = false;
      document.removeEventListener('keydown', open, { capture: true });
    };
  }, [isShown]);
  // Opening takes longer than rendering: the pressed button is painted before.
  useEffect(open, [isShown]);
}

/**
 * A modal dialog. The browser keeps the focus inside, and restores it afterwards. During another login it is hidden,
 * with its inputs.
 */
export function Dialog({ title, close, children, isDrawer = false }: Props) {
  const shown = useRef<HTMLDialogElement>(null);
  const latest = useRef(close);
  latest.current = close;
  const heading = useId();
  // before it is known who looks, and while they log in again, nothing is to be seen, and nothing takes the focus
  const isShown = isIn.value;
  // the browser gives the focus back while the dialog is in the document: other effects end when it is not
  useLayoutEffect(() => {
    const dialog = shown.current;
    if (!isShown || dialog === null) return;
    const near = nearTo(document.activeElement);
    const closed = (): void => latest.current();
    dialog.addEventListener('close', closed);
    return () => {
      dialog.removeEventListener('close', closed);
      dialog.close();
      // The control that opened it may be removed by its action, at once or with the next rendering of the list
      const giveOn = (): void => {
        if (isFocusLost()) near()?.focus();
      };
      giveOn();
      window.requestAnimationFrame(giveOn);
    };
  }, [isShown]);
  useOpened(shown, isShown);
  return (
    <dialog ref={shown} class={isDrawer ? 'drawer' : 'box'} aria-labelledby={heading}>
      <header>
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="quiet" onClick={close} aria-label="Close">
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}
