import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { sentenceOf } from '../../data/refused.ts';
import { read } from '../../data/rest.ts';
import { filterOf, type ReleaseQuery } from './query.ts';

interface Counts {
  readonly live: { readonly total: number };
  readonly archived: { readonly total: number };
}

/** The number of matching releases, on request: for a large archive it takes longer than a page. */
export function Count({ query }: { readonly query: ReleaseQuery }) {
  const told = useSignal('');
  const filter = JSON.stringify(filterOf(query));
  useEffect(() => {
    told.value = '';
  }, [filter]);
  const count = async (): Promise<void> => {
    try {
      const { live, archived } = await read<Counts>('/releases/count', filterOf(query));
      told.value = `${live.total.toLocaleString()} live, ${archived.total.toLocaleString()} archived`;
    } catch (error) {
      told.value = sentenceOf(error);
    }
  };
  return (
    <p class="actions">
      <button type="button" onClick={() => void count()}>
        Count them
      </button>
      <span role="status">{told}</span>
    </p>
  );
}
