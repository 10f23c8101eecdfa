import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { reconnects } from '../../api/connection.ts';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { debounceMs } from '../../live/queries.ts';
import { localHits } from './local-hits.ts';
import { containsText, type Hit, sources } from './sources.ts';

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
export function useHits(text: string): Hits {
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
