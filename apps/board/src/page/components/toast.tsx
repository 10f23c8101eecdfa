import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import X from '~icons/lucide/x';
import { Icon } from './marks/icon.tsx';

/** A short message about an action that succeeded. Errors are alerts beside their control instead. */
interface Toast {
  readonly id: number;
  readonly text: string;
  /** Reverts the action, if the server can. */
  readonly undo: (() => void) | null;
}

/** The time that a toast is visible, in milliseconds. It stops while the pointer or the focus is on it. */
const durationMs = 5_000;
const maxToasts = 3;

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Shows a message at the bottom of the page. Screen readers read it. */
export function showToast(text: string, undo: (() => void) | null = null): void {
  lastId += 1;
  toasts.value = [...toasts.peek(), { id: lastId, text, undo }].slice(-maxToasts);
}

const removeToast = (id: number): void => {
  toasts.value = toasts.peek().filter((toast) => toast.id !== id);
};

function ToastBox({ id, text, undo }: Toast) {
  const isHeld = useRef(false);
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (!isHeld.current) removeToast(id);
    }, durationMs);
    return () => window.clearInterval(timer);
  }, [id]);
  const hold = (isOn: boolean) => () => {
    isHeld.current = isOn;
  };
  return (
    <div
      class="toast"
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocusIn={hold(true)}
      onFocusOut={hold(false)}
    >
      <span>{text}</span>
      {undo !== null && (
        <button
          type="button"
          class="quiet small"
          onClick={() => {
            removeToast(id);
            undo();
          }}
        >
          Undo
        </button>
      )}
      <button type="button" class="quiet square small" aria-label="Dismiss" onClick={() => removeToast(id)}>
        <Icon of={X} size="small" />
      </button>
    </div>
  );
}

/** The current toasts. The list is always in the document, so that screen readers announce a new toast. */
export const Toasts = () => (
  <output class="toasts">
    {toasts.value.map((toast) => (
      <ToastBox key={toast.id} {...toast} />
    ))}
  </output>
);
