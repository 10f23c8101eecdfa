import { useSignal } from '@preact/signals';
import type { ReleaseAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { sentenceOf } from '../data/refused.ts';
import { read } from '../data/rest.ts';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { lastOf } from '../place/ids.ts';
import { go } from '../place/router.ts';
import { views } from '../views/views.ts';
import { isPaletteShown } from './shown-dialogs.ts';

interface Found {
  readonly name: string;
  readonly to: string;
}

/** How many releases are offered. */
const most = 8;
/** How long after a key the server is asked, in milliseconds: so long nobody types on. */
const pauseMs = 120;

const viewsNamed = (text: string): readonly Found[] =>
  views.flatMap(({ name, pattern }) =>
    name?.toLowerCase().includes(text.toLowerCase()) ? [{ name, to: pattern }] : [],
  );

const releasesNamed = async (title: string): Promise<readonly Found[]> => {
  const found = await read<readonly ReleaseAnswer[]>(`/releases/search/overview?resultsPerPage=${most}`, { title });
  return found.map((one) => ({ name: one.title, to: `/releases/${lastOf(one.id)}` }));
};

/** What is found for a text: views at once, releases as soon as the server has answered. */
function useFound(text: string) {
  const releases = useSignal<readonly Found[]>([]);
  const refusal = useSignal<string | null>(null);
  useEffect(() => {
    let isOver = false;
    const timer = window.setTimeout(async () => {
      try {
        const found = text.trim() === '' ? [] : await releasesNamed(text.trim());
        if (isOver) return;
        releases.value = found;
        refusal.value = null;
      } catch (error) {
        if (!isOver) refusal.value = sentenceOf(error);
      }
    }, pauseMs);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [text]);
  return { found: [...viewsNamed(text), ...releases.value], refusal: refusal.value };
}

const close = (): void => {
  isPaletteShown.value = false;
};

function Search() {
  const text = useSignal('');
  const { found, refusal } = useFound(text.value);
  const open = (one: Found | undefined): void => {
    if (one === undefined) return;
    close();
    go(one.to);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    open(found[0]);
  };
  return (
    <form onSubmit={submit}>
      <TextField
        label="Release or view"
        value={text.value}
        change={(value) => {
          text.value = value;
        }}
      />
      <Refusal sentence={refusal} />
      <ul class="offers">
        {found.map((one) => (
          <li key={one.to}>
            <button type="button" class="quiet" onClick={() => open(one)}>
              {one.name}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}

/** Finds releases and views by a few letters. */
export const Palette = () =>
  isPaletteShown.value ? (
    <Dialog title="Go to" close={close}>
      <Search />
    </Dialog>
  ) : null;
