import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import X from '~icons/lucide/x';
import { isLoggedIn } from '../api/session.ts';
import { isNarrow } from '../navigation/narrow.ts';
import { isFocusLost, nearestFocusTarget } from '../navigation/restore-focus.ts';
import { Icon } from './marks/icon.tsx';

interface Props {
  readonly title: string;
  /** Called when the user closes the dialog, but not when the dialog is unmounted. */
  readonly close: () => void;
  readonly children: ComponentChildren;
  /**
   * A centered box, a full-height drawer at the side, or the search. A panel is a drawer that leaves the page usable; on
   * a phone it covers the page.
   */
  readonly kind?: 'box' | 'drawer' | 'panel' | 'palette';
  /** Whether `children` contain the head, such as a `PanelHead`. */
  readonly hasOwnHead?: boolean;
}

/** Returns the first control if it is a field. A focused button could be activated with Enter by accident. */
function firstField(dialog: HTMLDialogElement): HTMLElement | undefined {
  const first = dialog.querySelector<HTMLElement>(':scope > header ~ * :is(button, input, select, textarea):enabled');
  return first?.matches('dialog > :is(form, .field) :is(input, select, textarea)') ? first : undefined;
}

const openDialog = (dialog: HTMLDialogElement, isModal: boolean): void =>
  isModal ? dialog.showModal() : dialog.show();

/**
 * Opens a dialog after it is rendered. An earlier keystroke opens it immediately, so that the dialog receives the
 * input.
 */
function useOpenOnRender(dialogRef: RefObject<HTMLDialogElement | null>, isShown: boolean, isModal: boolean): void {
  const hasOpened = useRef(false);
  const open = (): void => {
    const dialog = dialogRef.current;
    if (!isShown || dialog === null || hasOpened.current) return;
    hasOpened.current = true;
    openDialog(dialog, isModal);
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
 * Changes the mode of an open dialog after the width of the page has changed. Waits until a dialog above it is closed,
 * because the change puts it on top. The returned function returns whether a `close` event is the result of a change.
 */
function useMode(dialogRef: RefObject<HTMLDialogElement | null>, isModal: boolean): () => boolean {
  const pendingEvents = useRef(0);
  useLayoutEffect(() => {
    let isCanceled = false;
    const change = (): void => {
      const dialog = dialogRef.current;
      if (isCanceled || !dialog?.open || dialog.matches(':modal') === isModal) return;
      const above = [...document.querySelectorAll('dialog:modal')].find((other) => other !== dialog);
      if (above !== undefined) {
        above.addEventListener('close', change, { once: true });
        return;
      }
      const focused = dialog.contains(document.activeElement) ? document.activeElement : null;
      pendingEvents.current += 1;
      dialog.close();
      openDialog(dialog, isModal);
      if (focused instanceof HTMLElement) focused.focus();
    };
    change();
    return () => {
      isCanceled = true;
    };
  }, [isModal]);
  return () => {
    if (pendingEvents.current === 0) return false;
    pendingEvents.current -= 1;
    return true;
  };
}

/** Returns the element if it is a control of the page, outside dialogs and menus; null otherwise. */
const pageControl = (target: EventTarget | null): HTMLElement | null =>
  target instanceof HTMLElement && target !== document.body && target.closest('dialog, [popover]') === null
    ? target
    : null;

/**
 * Lets Escape close a panel, unless it closes a menu or a dialog above the panel. The returned function ends this, and
 * returns the control of the page that had the focus last.
 */
function watchPanel(close: () => void): () => HTMLElement | null {
  let lastControl = pageControl(document.activeElement);
  const handleFocus = ({ target }: FocusEvent): void => {
    lastControl = pageControl(target) ?? lastControl;
  };
  const handleKey = (event: KeyboardEvent): void => {
    const isOther = event.key !== 'Escape' || event.defaultPrevented || event.isComposing;
    if (!isOther && document.querySelector('dialog:modal, [popover=auto]:popover-open') === null) close();
  };
  document.addEventListener('focusin', handleFocus);
  document.addEventListener('keydown', handleKey);
  return () => {
    document.removeEventListener('focusin', handleFocus);
    document.removeEventListener('keydown', handleKey);
    return lastControl;
  };
}

/**
 * A dialog. Afterward, the focus returns to the control that opened it, or to the one that a user of a panel used last
 * on the page. The browser keeps the focus inside a modal dialog. The dialog is hidden with its inputs while the user
 * logs in again.
 */
export function Dialog({ title, close, children, kind = 'box', hasOwnHead = false }: Props) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const latestClose = useRef(close);
  latestClose.current = close;
  const headingId = useId();
  // The dialog is hidden and takes no focus until the user is known, and while the user logs in again.
  const isShown = isLoggedIn.value;
  const isPanel = kind === 'panel';
  const isModal = !isPanel || isNarrow.value;
  const isModeChange = useMode(dialogRef, isModal);
  // A layout effect, because the dialog must be closed before it leaves the document: only then is the focus restored.
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!isShown || dialog === null) return;
    const nearestTarget = nearestFocusTarget(document.activeElement);
    const handleClose = (): void => {
      if (!isModeChange()) latestClose.current();
    };
    const stopWatching = isPanel ? watchPanel(() => latestClose.current()) : null;
    dialog.addEventListener('close', handleClose);
    return () => {
      dialog.removeEventListener('close', handleClose);
      const lastControl = stopWatching?.();
      // A button that its action has disabled has lost the focus.
      const isFocusInside = dialog.contains(document.activeElement) || isFocusLost();
      dialog.close();
      if (isFocusInside && lastControl?.isConnected) lastControl.focus();
      // The action may remove the control that opened the dialog, either now or when the list renders next.
      const restoreFocus = (): void => {
        if (isFocusLost()) nearestTarget()?.focus();
      };
      restoreFocus();
      window.requestAnimationFrame(restoreFocus);
    };
  }, [isShown]);
  useOpenOnRender(dialogRef, isShown, isModal);
  return (
    <dialog
      ref={dialogRef}
      class={isPanel ? 'drawer side-panel' : kind}
      aria-labelledby={hasOwnHead ? undefined : headingId}
      aria-label={hasOwnHead ? title : undefined}
    >
      {!hasOwnHead && (
        <header>
          <h2 id={headingId} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" class="quiet square" onClick={close} aria-label="Close">
            <Icon of={X} />
          </button>
        </header>
      )}
      {children}
    </dialog>
  );
}
