import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/fields/field.tsx';
import { Refusal } from '../components/refusal.tsx';
import { isPaletteShown } from './menu.ts';
import { useHits } from './palette-hits.ts';
import type { Hit } from './palette-sources.ts';

const close = (): void => {
  isPaletteShown.value = false;
};

/** Moves the focus to the next or previous control. */
function moveFocus(form: HTMLFormElement, offset: 1 | -1): void {
  const focusable = [...form.querySelectorAll<HTMLElement>('input, button:not(:disabled)')];
  const index = focusable.findIndex((element) => element.matches(':focus'));
  focusable[(index + offset + focusable.length) % focusable.length]?.focus();
}

function Search() {
  const text = useSignal('');
  const form = useRef<HTMLFormElement>(null);
  const { hits, isAnswered, refusal } = useHits(text.value);
  // Enter before the response opens the first result of the response.
  const isEntered = useSignal(false);
  const open = (hit: Hit | undefined): void => {
    if (hit === undefined) return;
    close();
    hit.run();
  };
  const first = hits.find(({ missingPermission }) => missingPermission === null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    isEntered.value = !isAnswered;
    open(first);
  };
  useEffect(() => {
    if (!(isEntered.peek() && isAnswered)) return;
    isEntered.value = false;
    open(first);
  }, [isAnswered]);
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (form.current) moveFocus(form.current, event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <form ref={form} onSubmit={submit} onKeyDown={handleKey}>
      <TextField
        label="Release, task, template, folder, view or action"
        value={text.value}
        change={(value) => {
          text.value = value;
          isEntered.value = false;
        }}
      />
      <Refusal message={refusal} />
      <ul class="offers">
        {hits.map((hit) => (
          <li key={hit.key}>
            <button type="button" class="quiet" disabled={hit.missingPermission !== null} onClick={() => open(hit)}>
              <span>
                {hit.name}{' '}
                <span class="type">{hit.missingPermission === null ? hit.kind : `takes ${hit.missingPermission}`}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}

/** Finds releases, tasks, templates, folders, views and actions by a few letters. */
export const Palette = () =>
  isPaletteShown.value ? (
    <Dialog title="Go to, or do" close={close}>
      <Search />
    </Dialog>
  ) : null;
