import type { ComponentChildren } from 'preact';
import { TextField } from '../../../../components/fields/field.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly change: (text: string) => void;
  /** Called for Ctrl-Enter. */
  readonly submit: () => void;
  /** Called for Escape; absent if the field is always open. */
  readonly cancel?: () => void;
  /** The buttons. */
  readonly children: ComponentChildren;
}

/** A field for the text of a comment, with its buttons. */
export const CommentField = ({ label, hint, value, change, submit, cancel, children }: Props) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field inside
  <div
    class="composer"
    onKeyDown={(event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
      if (event.key !== 'Escape' || cancel === undefined) return;
      // The drawer around the field stays open.
      event.preventDefault();
      event.stopPropagation();
      cancel();
    }}
  >
    <TextField label={label} hint={hint} value={value} isLong change={change} />
    <div class="tools">
      {children}
      <kbd>Ctrl Enter</kbd>
    </div>
  </div>
);
