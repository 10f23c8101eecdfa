import type { Signal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { Hint, useFieldError } from '../../../components/fields/field.tsx';
import { t } from '../../../navigation/text.ts';
import { placeholders, placeholderText } from './placeholders.ts';

/** The text of a message, with a list of placeholders that inserts them. */
export function MessageField({ text }: { readonly text: Signal<string> }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { error, control, accept } = useFieldError(id, undefined);
  const insert = (name: string): void => {
    const area = field.current;
    if (area === null) return;
    area.setRangeText(placeholderText(name), area.selectionStart, area.selectionEnd, 'end');
    text.value = area.value;
    accept();
    area.focus();
  };
  return (
    <>
      <div class="field">
        <label for={id}>Text</label>
        <textarea
          {...control}
          ref={field}
          id={id}
          rows={7}
          required
          value={text.value}
          onInput={({ currentTarget }) => {
            accept();
            text.value = currentTarget.value;
          }}
        />
        <Hint id={`${id}-hint`} error={error} />
      </div>
      <details class="more">
        <summary>Insert a placeholder</summary>
        <ul class="placeholders many">
          {placeholders.map(([name, description]) => (
            <li key={name}>
              <button
                type="button"
                class="quiet small"
                aria-label={t`Insert ${placeholderText(name)}`}
                onClick={() => insert(name)}
              >
                <code>{placeholderText(name)}</code>
              </button>
              <span class="sub">{description}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
