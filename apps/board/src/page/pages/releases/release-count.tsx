import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../../api/errors.ts';
import { textOf } from '../../api/language.ts';
import { read } from '../../api/rest.ts';
import { filterOf, type ReleaseQuery } from './query.ts';

interface Counts {
  readonly live: { readonly total: number };
  readonly archived: { readonly total: number };
}

/** The number of matching releases, on request: for a large archive it takes longer than a page. */
export function ReleaseCount({ query }: { readonly query: ReleaseQuery }) {
  const resultText = useSignal('');
  const filter = JSON.stringify(filterOf(query));
  useEffect(() => {
    resultText.value = '';
  }, [filter]);
  const loadCount = async (): Promise<void> => {
    try {
      const { live, archived } = await read<Counts>('/releases/count', filterOf(query));
      resultText.value = `${live.total.toLocaleString()} live, ${archived.total.toLocaleString()} archived`;
    } catch (error) {
      resultText.value = textOf(messageOf(error));
    }
  };
  return (
    <p class="actions">
      <button type="button" onClick={() => void loadCount()}>
        Count them
      </button>
      <span role="status">{resultText}</span>
    </p>
  );
}
