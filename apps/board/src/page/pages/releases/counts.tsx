import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../../api/errors.ts';
import { textOf } from '../../api/language.ts';
import { read } from '../../api/rest.ts';
import { activeStatuses, statusLabel } from '../../components/marks/status.tsx';
import { useQuery } from '../../live/queries.ts';
import { t } from '../../navigation/text.ts';
import { filterOf, type ReleaseQuery } from './query.ts';

interface Counts {
  readonly live: { readonly total: number; readonly byStatus: Readonly<Record<string, number>> };
  readonly archived: { readonly total: number };
}

/**
 * The number of matching releases. It is loaded on request, because counting a large archive takes longer than a page.
 */
export function ReleaseCount({ query }: { readonly query: ReleaseQuery }) {
  const resultText = useSignal('');
  const filter = JSON.stringify(filterOf(query));
  useEffect(() => {
    resultText.value = '';
  }, [filter]);
  const loadCount = async (): Promise<void> => {
    try {
      const { live, archived } = await read<Counts>('/releases/count', filterOf(query));
      resultText.value = t`${live.total.toLocaleString()} current, ${archived.total.toLocaleString()} archived`;
    } catch (error) {
      resultText.value = textOf(messageOf(error));
    }
  };
  return (
    <span class="row">
      <span role="status">{resultText}</span>
      <button type="button" class="quiet small" onClick={() => void loadCount()}>
        Count all matches
      </button>
    </span>
  );
}

const activeFilter = { active: true };

/** Returns the number of active releases in each status, in words. */
function describeActive(byStatus: Counts['live']['byStatus']): string {
  const parts = activeStatuses.flatMap((status) => {
    const count = byStatus[status] ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString()} ${statusLabel(status).toLowerCase()}`];
  });
  return parts.join(', ') || t('No active releases');
}

/** The number of releases that have started and not ended, by status. Only live releases can be active, so that the count is fast. */
export function ActiveCount({ isShown }: { readonly isShown: boolean }) {
  const { value } = useQuery<Counts>(isShown ? '/releases/count' : null, { body: activeFilter });
  const live = value.value?.live;
  if (live === undefined) return <span>Updates automatically</span>;
  return <span>{describeActive(live.byStatus)}. Updates automatically.</span>;
}
