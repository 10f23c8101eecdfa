import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import SearchIcon from '~icons/lucide/search';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { isPaletteShown } from '../menu.ts';
import { groups, type Hit } from './sources.ts';
import { useHits } from './use-hits.ts';

const label = 'Search releases, tasks, templates, folders or commands';

const close = (): void => {
  isPaletteShown.value = false;
};

/** Moves the focus to the next or previous control. */
function moveFocus(form: HTMLFormElement, offset: 1 | -1): void {
  const focusable = [...form.querySelectorAll<HTMLElement>('input, button:not(:disabled)')];
  const index = focusable.findIndex((element) => element.matches(':focus'));
  focusable[(index + offset + focusable.length) % focusable.length]?.focus();
}

interface RowProps {
  readonly hit: Hit;
  /** Whether Enter in the field opens this result. */
  readonly isFirst: boolean;
  readonly open: (hit: Hit) => void;
}

/** The kinds that the name of a group implies. */
const impliedKinds: readonly string[] = ['Release', 'Template', 'Folder', 'User', 'Action', 'View'];

function HitRow({ hit, isFirst, open }: RowProps) {
  const { group, name, icon, kind, shortcut, missingPermission } = hit;
  const isImplied = group !== 'Recent' && missingPermission === null && impliedKinds.includes(kind);
  return (
    <button
      type="button"
      class={isFirst ? 'quiet first' : 'quiet'}
      disabled={missingPermission !== null}
      onClick={() => open(hit)}
    >
      <Icon of={icon} />
      <span>{name}</span>{' '}
      <span class={isImplied ? 'type unseen' : 'type'}>
        {missingPermission === null ? kind : `Requires ${missingPermission}`}
      </span>
      {shortcut !== undefined && <span class="keycap" data-key={shortcut} />}
    </button>
  );
}

interface GroupProps extends Pick<RowProps, 'open'> {
  readonly name: string;
  readonly hits: readonly Hit[];
  readonly first: Hit | undefined;
}

function GroupOfHits({ name, hits, first, open }: GroupProps) {
  const id = useId();
  if (hits.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      <ul>
        {hits.map((hit) => (
          <li key={hit.key}>
            <HitRow hit={hit} isFirst={hit === first} open={open} />
          </li>
        ))}
      </ul>
    </section>
  );
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
  const form = useRef<HTMLFormElement>(null);
  const { hits: unordered, isAnswered, refusal } = useHits(text.value);
  const hits = groups.flatMap((name) => unordered.filter(({ group }) => group === name));
  // Enter before the responses opens the first result after they arrive.
  const isEntered = useSignal(false);
  const open = (hit: Hit | undefined): void => {
    if (hit === undefined) return;
    close();
    hit.run();
  };
  const first = hits.find(({ missingPermission }) => missingPermission === null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isAnswered) open(first);
    else isEntered.value = true;
  };
  useEffect(() => {
    if (!(isEntered.peek() && isAnswered)) return;
    isEntered.value = false;
    open(first);
  }, [isAnswered]);
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
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
      <Refusal message={refusal} />
      <div class="offers">
        {groups.map((name) => (
          <GroupOfHits
            key={name}
            name={name}
            hits={hits.filter(({ group }) => group === name)}
            first={first}
            open={open}
          />
        ))}
        {hits.length === 0 && isAnswered && refusal === null && (
          <p class="empty" role="status">
            No results for “{text.value.trim()}”
          </p>
        )}
      </div>
      <Keys />
    </form>
  );
}

/** The command palette: finds releases, tasks, templates, folders, users, views and actions by a part of their name. */
export const Palette = () =>
  isPaletteShown.value ? (
    <Dialog title="Search and commands" kind="palette" close={close}>
      <Search />
    </Dialog>
  ) : null;
