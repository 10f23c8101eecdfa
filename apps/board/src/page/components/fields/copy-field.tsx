import { useId, useRef } from 'preact/hooks';
import { announce } from '../../navigation/announce.ts';
import { t } from '../../navigation/text.ts';

interface Props {
  readonly label: string;
  readonly text: string;
}

/** A read-only text with a copy button. If the browser blocks the clipboard, the button selects the text. */
export function CopyField({ label, text }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(text);
      announce(t('Copied to clipboard'));
    } catch {
      announce(t('Selected. Press Ctrl+C to copy.'));
    }
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input ref={field} id={id} readOnly value={text} />
      <button type="button" onClick={() => void copy()}>
        Copy
      </button>
    </div>
  );
}
