import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import SearchIcon from '~icons/lucide/search';
import { Dialog } from '../../components/dialog.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { t } from '../../navigation/text.ts';
import { isPaletteShown } from '../menu.ts';

const label = t('Search releases, tasks, templates, folders or commands');

const loadHitList = async () => (await import('./hit-list.tsx')).HitList;

/** Moves the focus to the next or previous control. */
function moveFocus(form: HTMLFormElement, offset: 1 | -1): void {
  const focusable = [...form.querySelectorAll<HTMLElement>('input, button:not(:disabled)')];
  const index = focusable.findIndex((element) => element.matches(':focus'));
  focusable[(index + offset + focusable.length) % focusable.length]?.focus();
}

const Keys = () => (
  <p class="palette-keys" aria-hidden="true">
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> Move
    </span>
    <span>
      <kbd>Enter</kbd> Open
    </span>
    <span>
      <kbd>Esc</kbd> Close
    </span>
  </p>
);

function Search() {
  const text = useSignal('');
  // Enter before the responses opens the first result after they arrive.
  const isEntered = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    isEntered.value = true;
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      // The user now selects a result, so a pending Enter must not open another one.
      isEntered.value = false;
      if (form.current) moveFocus(form.current, event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key.length === 1 && event.key !== ' ' && !(event.ctrlKey || event.metaKey || event.altKey)) {
      // A character on a result continues the text.
      form.current?.querySelector('input')?.focus();
    }
  };
  return (
    <form ref={form} onSubmit={submit} onKeyDown={handleKey}>
      <div class="seek-field">
        <Icon of={SearchIcon} />
        <input
          type="text"
          aria-label={label}
          placeholder="Search or type a command"
          autoComplete="off"
          spellcheck={false}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
            isEntered.value = false;
          }}
        />
      </div>
      <Lazy load={loadHitList} props={{ text: text.value, isEntered }} />
      <Keys />
    </form>
  );
}

/**
 * The command palette: finds releases, tasks, templates, folders, users, views and actions by a part of their name. The
 * field is part of the first script, so that it receives each key from the first use on.
 */
export const Palette = () =>
  isPaletteShown.value ? (
    <Dialog title="Search and commands" kind="palette" close={() => (isPaletteShown.value = false)}>
      <Search />
    </Dialog>
  ) : null;
