import type { Ref } from 'preact';
import { useId } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly rows: number;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly field?: Ref<HTMLTextAreaElement>;
}

/** A text that a machine reads: its letters are equally wide, and nothing corrects them. */
export function CodeField({ label, hint, rows, value, change, field }: Props) {
  const id = useId();
  return (
    <div class="field code">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        ref={field}
        rows={rows}
        value={value}
        spellcheck={false}
        autoCapitalize="off"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      {hint !== undefined && (
        <span id={`${id}-hint`} class="none">
          {hint}
        </span>
      )}
    </div>
  );
}
