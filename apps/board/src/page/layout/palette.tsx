import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { reconnects } from '../api/connection.ts';
import { messageOf } from '../api/errors.ts';
import type { DisplayMessage } from '../api/language.ts';
import { logOut } from '../api/session.ts';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/fields/field.tsx';
import { Refusal } from '../components/refusal.tsx';
import { debounceMs } from '../live/queries.ts';
import { paletteActions } from '../navigation/palette-actions.ts';
import { isUtc, setTheme, showUtc } from '../navigation/preferences.ts';
import { isHelpShown, isPaletteShown, paletteTargets } from './menu.ts';
import { containsText, type Hit, linkHit, sources } from './palette-sources.ts';

const actionHit = (name: string, run: () => void): Hit => ({
  key: name,
  name,
  kind: 'Action',
  run,
  missingPermission: null,
});

const globalHits = (): readonly Hit[] => [
  ...paletteTargets().map(({ name, path }) => linkHit('View', name, path)),
  linkHit('Action', 'New release…', '/templates'),
  actionHit('Use light theme', () => setTheme('light')),
  actionHit('Use dark theme', () => setTheme('dark')),
  actionHit('Use system theme', () => setTheme('system')),
  isUtc.value
    ? actionHit('Show times in my time zone', () => showUtc(false))
    : actionHit('Show times in UTC', () => showUtc(true)),
  actionHit('Keyboard shortcuts', () => {
    isHelpShown.value = true;
  }),
  actionHit('Log out', () => void logOut()),
];

/** Returns the results that need no request: actions of the view, and pages. */
const localHits = (text: string): readonly Hit[] =>
  [
    ...paletteActions.value.map((entry): Hit => ({ ...entry, key: `here ${entry.name}`, kind: 'Action' })),
    ...globalHits(),
  ].filter(({ name }) => containsText(text, name));

/** The results of one source, and the text that they match. */
interface SourceResult {
  readonly text: string;
  readonly hits: readonly Hit[];
}

/** Returns the results of the previous text that also match the new text. They are shown until the next response. */
const matchingHits = ({ text, hits }: SourceResult, trimmedText: string): readonly Hit[] => {
  if (trimmedText === '') return [];
  return text === trimmedText ? hits : hits.filter(({ name }) => containsText(trimmedText, name));
};

interface Hits {
  readonly hits: readonly Hit[];
  /** Whether all sources have responded to the current text. */
  readonly isAnswered: boolean;
  readonly refusal: DisplayMessage | null;
}

const noResult: SourceResult = { text: '', hits: [] };

/** Returns the results for a text. Local results are available immediately, the others after their responses. */
function useHits(text: string): Hits {
  const results = useSignal<readonly SourceResult[]>([]);
  const refusal = useSignal<DisplayMessage | null>(null);
  const allSources = useMemo(sources, []);
  const trimmedText = text.trim();
  const reconnectCount = reconnects.value;
  useEffect(() => {
    let isCanceled = false;
    const storeHits = (sourceIndex: number, hits: readonly Hit[]): void => {
      const before = results.peek();
      results.value = allSources.map((_, index) =>
        index === sourceIndex ? { text: trimmedText, hits } : (before[index] ?? noResult),
      );
    };
    const search = async (sourceIndex: number): Promise<void> => {
      try {
        const hits = (await allSources[sourceIndex]?.(trimmedText)) ?? [];
        if (!isCanceled) storeHits(sourceIndex, hits);
      } catch (error) {
        if (isCanceled) return;
        refusal.value = messageOf(error);
        storeHits(sourceIndex, matchingHits(results.peek()[sourceIndex] ?? noResult, trimmedText));
      }
    };
    const timer = window.setTimeout(() => {
      refusal.value = null;
      if (trimmedText !== '') for (const sourceIndex of allSources.keys()) void search(sourceIndex);
    }, debounceMs);
    return () => {
      isCanceled = true;
      window.clearTimeout(timer);
    };
  }, [trimmedText, reconnectCount]);
  const remoteHits = results.value.flatMap((entry) => matchingHits(entry, trimmedText));
  const isAnswered = trimmedText === '' || allSources.every((_, index) => results.value[index]?.text === trimmedText);
  return { hits: [...localHits(trimmedText), ...remoteHits], isAnswered, refusal: refusal.value };
}

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
        label="Search releases, tasks, templates, folders or commands"
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
                <span class="type">
                  {hit.missingPermission === null ? hit.kind : `Requires ${hit.missingPermission}`}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}

/** The command palette: finds releases, tasks, templates, folders, views and actions by a part of their name. */
export const Palette = () =>
  isPaletteShown.value ? (
    <Dialog title="Search and commands" kind="palette" close={close}>
      <Search />
    </Dialog>
  ) : null;
