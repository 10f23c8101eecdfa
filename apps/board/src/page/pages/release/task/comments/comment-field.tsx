import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Hint } from '../../../../components/fields/field.tsx';
import { Suggestions, useMentions } from './suggestions.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly change: (text: string) => void;
  /** The names to offer for mentions. */
  readonly people: readonly string[];
  /** Called for Ctrl-Enter. */
  readonly submit: () => void;
  /** Called for Escape; absent if the field is always open. */
  readonly cancel?: () => void;
  /** The buttons. */
  readonly children: ComponentChildren;
}

/** A field for the text of a comment, with its buttons. It offers users after an `@`. */
export function CommentField({ label, hint, value, change, people, submit, cancel, children }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const mentions = useMentions({ id, field, people, change });
  const handleKey = (event: KeyboardEvent): void => {
    if (mentions.handleKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
    if (event.key !== 'Escape' || cancel === undefined) return;
    // The drawer around the field stays open.
    event.preventDefault();
    event.stopPropagation();
    cancel();
  };
  return (
    <div class="composer">
      <div class="field">
        <label for={id}>{label}</label>
        <textarea
          {...mentions.attributes}
          ref={field}
          id={id}
          rows={3}
          value={value}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onInput={({ currentTarget }) => {
            change(currentTarget.value);
            mentions.update();
          }}
          onClick={mentions.update}
          onBlur={mentions.close}
          onKeyDown={handleKey}
        />
        <Suggestions mentions={mentions} />
        <Hint id={`${id}-hint`} text={hint} />
      </div>
      <div class="tools">
        {children}
        <kbd class="pointer-only">Ctrl Enter</kbd>
      </div>
    </div>
  );
}
