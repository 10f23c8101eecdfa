import { useSignal } from '@preact/signals';
import type { ActivityResponse } from '@slipway/api-schema/history';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import MessageSquare from '~icons/lucide/message-square';
import { Segments } from '../../../components/controls/segments.tsx';
import { EmptyState, Skeleton } from '../../../components/empty-state.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { Pager, pageSize } from '../../../components/table.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { isUtc } from '../../../navigation/preferences.ts';
import { isPrinting } from '../../../navigation/print.ts';
import { navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { findTask } from '../plan.ts';
import { releaseUrl, type UrlState } from '../url-state.ts';
import { type ActivityKind, activityKind } from './activity-icon.ts';
import { groupByDay } from './days.ts';
import { ActivityEntry } from './entry.tsx';

interface Props {
  readonly release: Pick<ReleaseResponse, 'id' | 'phases'>;
  readonly urlState: UrlState;
  readonly topics: readonly Topic[];
}

const kinds: readonly (readonly [kind: ActivityKind | '', label: string])[] = [
  ['', t('All')],
  ['comment', t('Comments')],
  ['status', t('Status changes')],
  ['edit', t('Edits')],
];

/** The activity log of a release by day, newest first. REST returns all entries; the view shows one page. */
export function Activity({ release, urlState, topics }: Props) {
  const { value, refusal, retry } = useEntity<readonly ActivityResponse[]>(
    `/activities/${lastSegment(release.id)}`,
    topics,
  );
  const kind = useSignal<ActivityKind | ''>('');
  const all = value.value
    ?.filter(({ activityType }) => kind.value === '' || activityKind(activityType) === kind.value)
    .toReversed();
  const offset = urlState.from ?? 0;
  const from = isPrinting.value || offset >= (all?.length ?? 0) ? 0 : offset;
  const page = isPrinting.value ? all : all?.slice(from, from + pageSize);
  const taskLink = (id: string): string | null => {
    const task = findTask(release, lastSegment(id));
    return task === undefined ? null : releaseUrl(release.id, urlState, task.id);
  };
  const zone = isUtc.value ? 'UTC' : undefined;
  const days = groupByDay(page ?? [], Date.now(), zone);
  // A day may continue on the next page, and its number includes all its entries.
  const counts = new Map(groupByDay(all ?? [], Date.now(), zone).map(({ title, entries }) => [title, entries.length]));
  return (
    <>
      <Refusal message={refusal.value} retry={retry} />
      {all === undefined && refusal.value === null && <Skeleton />}
      {value.value && value.value.length > 0 && (
        <div class="tab-tools">
          <Segments
            label="Kind of activity"
            options={kinds}
            value={kind.value}
            change={(selected) => {
              kind.value = selected;
              if (offset > 0) navigate(releaseUrl(release.id, { ...urlState, from: 0 }));
            }}
          />
        </div>
      )}
      {all?.length === 0 && (
        <EmptyState
          icon={MessageSquare}
          text={kind.value === '' ? t('No activity yet') : t('No activity of this kind')}
        />
      )}
      <div class="activity">
        {days.map(({ title, entries }) => (
          <section key={title} class="card">
            <header>
              <h2>{title}</h2>
              <span class="badge">{counts.get(title)}</span>
            </header>
            <ol class="log">
              {entries.map((entry) => (
                <ActivityEntry key={entry.id} entry={entry} linkTo={taskLink} hasAvatar />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {all && page && !isPrinting.value && (
        <Pager
          from={from}
          count={page.length}
          hasMore={from + page.length < all.length}
          goToPage={(offset) => navigate(releaseUrl(release.id, { ...urlState, from: offset }))}
        />
      )}
    </>
  );
}
