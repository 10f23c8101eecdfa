import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { isIn } from '../data/session.ts';

interface Props {
  readonly title: string;
  /** is called when the viewer has closed it, and not when it is taken away */
  readonly close: () => void;
  readonly children: ComponentChildren;
  /** at the side, over the whole height; else in the middle */
  readonly isDrawer?: boolean;
}

/**
 * Something before everything else, until it is closed. The browser keeps the focus in it, and gives it back. While somebody
 * has to log in again it is put aside, with what was typed in it.
 */
export function Dialog({ title, close, children, isDrawer = false }: Props) {
  const shown = useRef<HTMLDialogElement>(null);
  const latest = useRef(close);
  latest.current = close;
  const heading = useId();
  // before it is known who looks, and while they log in again, nothing is to be seen, and nothing takes the focus
  const isShown = isIn.value;
  useEffect(() => {
    if (!isShown) return;
    const dialog = shown.current;
    const closed = (): void => latest.current();
    dialog?.addEventListener('close', closed);
    dialog?.showModal();
    return () => {
      dialog?.removeEventListener('close', closed);
      dialog?.close();
    };
  }, [isShown]);
  return (
    <dialog ref={shown} class={isDrawer ? 'drawer' : 'box'} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        <button type="button" class="quiet" onClick={close} aria-label="Close">
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}
