import { useSignal } from '@preact/signals';
import type { VersionComparisonResponse } from '@slipway/api-schema/versions';
import CircleCheck from '~icons/lucide/circle-check';
import { EmptyState, Skeleton } from '../../../components/empty-state.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { Pager, pageSize } from '../../../components/table.tsx';
import { useLatest } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { isPrinting } from '../../../navigation/print.ts';
import type { Comparison } from './comparison.ts';
import { DifferenceItem } from './difference-item.tsx';

interface Props {
  readonly templateId: string;
  readonly comparison: Comparison;
  readonly topics: readonly Topic[];
}

/** The differences between two versions of a template. */
export function Differences({ templateId, comparison: { from, to }, topics }: Props) {
  const offset = useSignal(0);
  const query = to === null ? '' : `?to=${to}`;
  const path = `/templates/${lastSegment(templateId)}/versions/${from}/differences${query}`;
  const { value, refusal, retry } = useLatest<VersionComparisonResponse>(path, topics);
  const all = value?.differences ?? [];
  const start = offset.value < all.length ? offset.value : 0;
  const shown = isPrinting.value ? all : all.slice(start, start + pageSize);
  return (
    <>
      <Refusal message={refusal.value} retry={retry} />
      {value === undefined && refusal.value === null && <Skeleton />}
      {value?.differenceCount === 0 && <EmptyState icon={CircleCheck} text="No differences, except for secrets" />}
      {shown.map((difference) => (
        <DifferenceItem key={difference.id} difference={difference} />
      ))}
      {value && value.differenceCount > all.length && (
        <p class="empty">
          Only the first {all.length} of {value.differenceCount} differences are listed.
        </p>
      )}
      {!isPrinting.value && (
        <Pager
          from={start}
          count={shown.length}
          hasMore={start + shown.length < all.length}
          goToPage={(next) => {
            offset.value = next;
          }}
        />
      )}
    </>
  );
}
