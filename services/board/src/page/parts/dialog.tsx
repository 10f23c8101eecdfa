import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { me } from '../data/session.ts';

interface Props {
  readonly title: string;
  /** is called when the viewer has closed it, and not when it is taken away */
  readonly close: () => void;
  readonly children: ComponentChildren;
  /** at the side, over the whole height; else in the middle */
  readonly isDrawer?: boolean;
}

/** Something before everything else, until it is closed. The browser keeps the focus in it, and gives it back. */
export function Dialog({ title, close, children, isDrawer = false }: Props) {
  const shown = useRef<HTMLDialogElement>(null);
  const latest = useRef(close);
  latest.current = close;
  const heading = useId();
  // before that nothing is to be seen, and nothing takes the focus
  const isKnown = me.value !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    const dialog = shown.current;
    const closed = (): void => latest.current();
    dialog?.addEventListener('close', closed);
    dialog?.showModal();
    return () => {
      dialog?.removeEventListener('close', closed);
      dialog?.close();
    };
  }, [isKnown]);
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
