import { useSignal } from '@preact/signals';
import type { MyTasksAnswer, ReleaseAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { sentenceOf } from '../data/refused.ts';
import { read } from '../data/rest.ts';
import { logOut } from '../data/session.ts';
import { lastOf } from '../place/ids.ts';
import { offers } from '../place/offers.ts';
import { go } from '../place/router.ts';
import { choose } from '../place/theme.ts';
import { offeredViews } from './offered.ts';
import { isHelpShown } from './shown-dialogs.ts';

/** What the palette offers for what was typed. */
export interface Hit {
  readonly key: string;
  readonly name: string;
  /** what it is, such as `release` */
  readonly kind: string;
  readonly run: () => void;
  /** the permission that is missing; null: none */
  readonly lacking: string | null;
}

/** How many of each kind are offered. */
const most = 6;
/** How long after a key the server is asked, in milliseconds: so long nobody types on. */
const pauseMs = 120;

const leading = (kind: string, name: string, to: string): Hit => ({
  key: to,
  name,
  kind,
  run: () => go(to),
  lacking: null,
});

const doing = (name: string, run: () => void): Hit => ({ key: name, name, kind: 'action', run, lacking: null });

const everywhere = (): readonly Hit[] => [
  ...offeredViews().map(({ name, pattern }) => leading('view', name, pattern)),
  doing('Theme: light', () => choose('light')),
  doing('Theme: dark', () => choose('dark')),
  doing('Theme: system', () => choose('system')),
  doing('Show the keys', () => {
    isHelpShown.value = true;
  }),
  doing('Log out', () => void logOut()),
];

/** What is known without the server: what may be done here, and everywhere. */
const knownHits = (text: string): readonly Hit[] =>
  [...offers.value.map((one): Hit => ({ ...one, key: `here ${one.name}`, kind: 'action' })), ...everywhere()].filter(
    ({ name }) => name.toLowerCase().includes(text.toLowerCase()),
  );

async function askedHits(text: string): Promise<readonly Hit[]> {
  const query = `resultsPerPage=${most}`;
  const [releases, { tasks }, templates] = await Promise.all([
    read<readonly ReleaseAnswer[]>(`/releases/search/overview?${query}`, { title: text }),
    read<MyTasksAnswer>(`/me/tasks?${query}&${new URLSearchParams({ text: text.slice(0, 200) })}`),
    read<readonly ReleaseAnswer[]>(`/templates?${query}&view=summary&${new URLSearchParams({ title: text })}`),
  ]);
  return [
    ...releases.map(({ id, title }) => leading('release', title, `/releases/${lastOf(id)}`)),
    ...tasks.map(({ id, title, release }) =>
      leading(`task of ${release.title}`, title, `/releases/${lastOf(release.id)}?task=${lastOf(id)}`),
    ),
    ...templates.map(({ id, title }) => leading('template', title, `/templates/${lastOf(id)}`)),
  ];
}

/** What is found for a text: what the page knows at once, the rest as soon as the server has answered. */
export function useHits(text: string): { readonly hits: readonly Hit[]; readonly refusal: string | null } {
  const asked = useSignal<readonly Hit[]>([]);
  const refusal = useSignal<string | null>(null);
  const wanted = text.trim();
  useEffect(() => {
    let isOver = false;
    const timer = window.setTimeout(async () => {
      try {
        const found = wanted === '' ? [] : await askedHits(wanted);
        if (isOver) return;
        asked.value = found;
        refusal.value = null;
      } catch (error) {
        if (!isOver) refusal.value = sentenceOf(error);
      }
    }, pauseMs);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [wanted]);
  return { hits: [...knownHits(wanted), ...asked.value], refusal: refusal.value };
}
