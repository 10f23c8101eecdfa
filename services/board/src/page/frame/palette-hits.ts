import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { returns } from '../data/connection.ts';
import { sentenceOf } from '../data/refused.ts';
import { logOut } from '../data/session.ts';
import { pauseMs } from '../live/use-paused.ts';
import { offers } from '../place/offers.ts';
import { choose } from '../place/theme.ts';
import { isUtc, showUtc } from '../place/zone.ts';
import { offeredPlaces } from './offered.ts';
import { type Hit, isIn, leading, sources } from './palette-sources.ts';
import { isHelpShown } from './shown-dialogs.ts';

const doing = (name: string, run: () => void): Hit => ({ key: name, name, kind: 'action', run, lacking: null });

const everywhere = (): readonly Hit[] => [
  ...offeredPlaces().map(({ name, path }) => leading('view', name, path)),
  leading('action', 'Create a release: choose its template', '/templates'),
  doing('Theme: light', () => choose('light')),
  doing('Theme: dark', () => choose('dark')),
  doing('Theme: system', () => choose('system')),
  isUtc.value
    ? doing('Show times in your zone', () => showUtc(false))
    : doing('Show times in UTC', () => showUtc(true)),
  doing('Show the keys', () => {
    isHelpShown.value = true;
  }),
  doing('Log out', () => void logOut()),
];

/** Results without a request: actions of the view, and global ones. */
const knownHits = (text: string): readonly Hit[] =>
  [...offers.value.map((one): Hit => ({ ...one, key: `here ${one.name}`, kind: 'action' })), ...everywhere()].filter(
    ({ name }) => isIn(text, name),
  );

/** What was found of one kind, and for what. */
interface Found {
  readonly text: string;
  readonly hits: readonly Hit[];
}

/** Of what was found for another text, before this one is answered, only what is like this one. */
const stillIn = ({ text, hits }: Found, wanted: string): readonly Hit[] => {
  if (wanted === '') return [];
  return text === wanted ? hits : hits.filter(({ name }) => isIn(wanted, name));
};

interface Hits {
  readonly hits: readonly Hit[];
  /** whether nothing more is awaited for this text */
  readonly isAnswered: boolean;
  readonly refusal: string | null;
}

const none: Found = { text: '', hits: [] };

/** The results for a text: local ones at once, the others after the response. */
export function useHits(text: string): Hits {
  const asked = useSignal<readonly Found[]>([]);
  const refusal = useSignal<string | null>(null);
  const all = useMemo(sources, []);
  const wanted = text.trim();
  const back = returns.value;
  useEffect(() => {
    let isOver = false;
    const note = (nth: number, hits: readonly Hit[]): void => {
      const before = asked.peek();
      asked.value = all.map((_, at) => (at === nth ? { text: wanted, hits } : (before[at] ?? none)));
    };
    const ask = async (nth: number): Promise<void> => {
      try {
        const hits = (await all[nth]?.(wanted)) ?? [];
        if (!isOver) note(nth, hits);
      } catch (error) {
        if (isOver) return;
        refusal.value = sentenceOf(error);
        note(nth, stillIn(asked.peek()[nth] ?? none, wanted));
      }
    };
    const timer = window.setTimeout(() => {
      refusal.value = null;
      if (wanted !== '') for (const nth of all.keys()) void ask(nth);
    }, pauseMs);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [wanted, back]);
  const found = asked.value.flatMap((one) => stillIn(one, wanted));
  const isAnswered = wanted === '' || all.every((_, at) => asked.value[at]?.text === wanted);
  return { hits: [...knownHits(wanted), ...found], isAnswered, refusal: refusal.value };
}
