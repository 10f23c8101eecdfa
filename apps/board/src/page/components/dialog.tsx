import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { isLoggedIn } from '../api/session.ts';
import { isFocusLost, nearestFocusTarget } from '../navigation/restore-focus.ts';

interface Props {
  readonly title: string;
  /** Called when the user closes it, and not when it is removed */
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
function useOpenOnRender(dialogRef: RefObject<HTMLDialogElement | null>, isShown: boolean): void {
  const hasOpened = useRef(false);
  const open = (): void => {
    const dialog = dialogRef.current;
    if (!isShown || dialog === null || hasOpened.current) return;
    hasOpened.current = true;
    dialog.showModal();
    firstField(dialog)?.focus();
  };
  useLayoutEffect(() => {
    document.addEventListener('keydown', open, { capture: true });
    return () => {
      hasOpened.current = false;
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
  const dialogRef = useRef<HTMLDialogElement>(null);
  const latestClose = useRef(close);
  latestClose.current = close;
  const headingId = useId();
  // Until the user is known, and during another login, it is hidden and takes no focus.
  const isShown = isLoggedIn.value;
  // the browser gives the focus back while the dialog is in the document: other effects end when it is not
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!isShown || dialog === null) return;
    const nearestTarget = nearestFocusTarget(document.activeElement);
    const handleClose = (): void => latestClose.current();
    dialog.addEventListener('close', handleClose);
    return () => {
      dialog.removeEventListener('close', handleClose);
      dialog.close();
      // The control that opened it may be removed by its action, at once or with the next rendering of the list
      const restoreFocus = (): void => {
        if (isFocusLost()) nearestTarget()?.focus();
      };
      restoreFocus();
      window.requestAnimationFrame(restoreFocus);
    };
  }, [isShown]);
  useOpenOnRender(dialogRef, isShown);
  return (
    <dialog ref={dialogRef} class={isDrawer ? 'drawer' : 'box'} aria-labelledby={headingId}>
      <header>
        <h2 id={headingId} tabIndex={-1}>
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
