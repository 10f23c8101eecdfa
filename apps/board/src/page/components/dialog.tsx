import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import X from '~icons/lucide/x';
import { isLoggedIn } from '../api/session.ts';
import { isFocusLost, nearestFocusTarget } from '../navigation/restore-focus.ts';
import { Icon } from './marks/icon.tsx';

interface Props {
  readonly title: string;
  /** Called when the user closes the dialog, but not when the dialog is unmounted. */
  readonly close: () => void;
  readonly children: ComponentChildren;
  /** A centered box, a full-height drawer at the side, or the search. */
  readonly kind?: 'box' | 'drawer' | 'palette';
}

/** Returns the first control if it is a field. A focused button could be activated with Enter by accident. */
function firstField(dialog: HTMLDialogElement): HTMLElement | undefined {
  const first = dialog.querySelector<HTMLElement>(':scope > header ~ * :is(button, input, select, textarea):enabled');
  return first?.matches('dialog > :is(form, .field) :is(input, select, textarea)') ? first : undefined;
}

/**
 * Opens a dialog after it is rendered. An earlier keystroke opens it immediately, so that the dialog receives the
 * input.
 */
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
  // Opening takes longer than rendering, so an effect lets the browser paint the pressed button first.
  useEffect(open, [isShown]);
}

/**
 * A modal dialog. The browser keeps the focus inside while it is open, and restores the focus afterward. The dialog is
 * hidden with its inputs while the user logs in again.
 */
export function Dialog({ title, close, children, kind = 'box' }: Props) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const latestClose = useRef(close);
  latestClose.current = close;
  const headingId = useId();
  // The dialog is hidden and takes no focus until the user is known, and while the user logs in again.
  const isShown = isLoggedIn.value;
  // A layout effect, because the dialog must be closed before it leaves the document: only then is the focus restored.
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!isShown || dialog === null) return;
    const nearestTarget = nearestFocusTarget(document.activeElement);
    const handleClose = (): void => latestClose.current();
    dialog.addEventListener('close', handleClose);
    return () => {
      dialog.removeEventListener('close', handleClose);
      dialog.close();
      // The action may remove the control that opened the dialog, either now or when the list renders next.
      const restoreFocus = (): void => {
        if (isFocusLost()) nearestTarget()?.focus();
      };
      restoreFocus();
      window.requestAnimationFrame(restoreFocus);
    };
  }, [isShown]);
  useOpenOnRender(dialogRef, isShown);
  return (
    <dialog ref={dialogRef} class={kind} aria-labelledby={headingId}>
      <header>
        <h2 id={headingId} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="quiet square" onClick={close} aria-label="Close">
          <Icon of={X} />
        </button>
      </header>
      {children}
    </dialog>
  );
}
