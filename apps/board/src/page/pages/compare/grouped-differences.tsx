import { useSignal } from '@preact/signals';
import CircleCheck from '~icons/lucide/circle-check';
import { EmptyState } from '../../components/empty-state.tsx';
import { Pager, pageSize } from '../../components/table.tsx';
import { isPrinting } from '../../navigation/print.ts';
import { t } from '../../navigation/text.ts';
import { type Difference, DifferenceItem } from '../template/history/difference-item.tsx';

/** Returns the heading of the group of a difference. Parts of one phase are one group. */
function headingOf({ part, phase }: Difference): string {
  switch (part) {
    case 'template':
      return t('Properties and dates');
    case 'variable':
      return t('Variables');
    case 'phase':
    case 'task':
      return phase ?? '';
  }
}

interface Props {
  readonly differences: readonly Difference[];
  /** The number of all differences, of which the server lists the first. */
  readonly count: number;
}

/** The differences between two plans: properties and dates, variables, and then each phase. */
export function GroupedDifferences({ differences, count }: Props) {
  const offset = useSignal(0);
  const start = offset.value < differences.length ? offset.value : 0;
  const shown = isPrinting.value ? differences : differences.slice(start, start + pageSize);
  const groups = Map.groupBy(shown, ({ part, phase }) => (part === 'task' ? `phase ${phase}` : `${part} ${phase}`));
  if (count === 0) return <EmptyState icon={CircleCheck} text="No differences, except for secrets" />;
  return (
    <>
      {[...groups].map(([key, [first, ...rest]]) =>
        first === undefined ? null : (
          <section key={key} class="card" aria-label={headingOf(first)}>
            <header>
              <h2>
                <bdi>{headingOf(first)}</bdi>
              </h2>
            </header>
            {[first, ...rest].map((difference) => (
              <DifferenceItem key={`${difference.change} ${difference.id}`} difference={difference} isRelease />
            ))}
          </section>
        ),
      )}
      {count > differences.length && (
        <p class="empty">
          Only the first {differences.length} of {count} differences are listed.
        </p>
      )}
      {!isPrinting.value && (
        <Pager
          from={start}
          count={shown.length}
          hasMore={start + shown.length < differences.length}
          goToPage={(next) => {
            offset.value = next;
          }}
        />
      )}
    </>
  );
}
