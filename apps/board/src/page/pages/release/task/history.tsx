import type { ActivityResponse } from '@slipway/api-schema/history';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { Moment } from '../../../components/moment.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { plural } from '../../../navigation/text.ts';
import { ActivityEntry } from '../activity/entry.tsx';
import { groupRepeatedFailures, type HistoryItem } from './repeated-failures.ts';

interface Props {
  readonly task: Pick<TaskResponse, 'id'>;
  readonly topics: readonly Topic[];
}

/** The maximum number of entries. The activity log of the release has all entries. */
const maxEntries = 100;

/** The number and the times of failures in succession, with all of their entries. */
const RepeatedFailures = ({ item: { times, entries } }: { readonly item: HistoryItem }) => (
  <details class="more">
    <summary>
      {plural(times.length, 'Failed # time', 'Failed # times')}, first <Moment at={times.at(-1)} />
    </summary>
    <ol class="log quiet-log">
      {entries.map((entry) => (
        <ActivityEntry key={entry.id} entry={entry} />
      ))}
    </ol>
  </details>
);

/** The activity log of a task, newest first. Failures in succession are one entry. */
export function HistoryEntries({ task, topics }: Props) {
  const { value, refusal, retry } = useEntity<readonly ActivityResponse[]>(
    `/activities/${lastSegment(task.id)}`,
    topics,
  );
  const items = groupRepeatedFailures(value.value?.toReversed() ?? []).slice(0, maxEntries);
  return (
    <>
      <Refusal message={refusal.value} retry={retry} />
      <ol class="log quiet-log">
        {items.map((item) =>
          item.times.length === 0 ? (
            <ActivityEntry key={item.entry.id} entry={item.entry} />
          ) : (
            // The first entry stays the same when a further failure is added.
            <ActivityEntry key={item.entries.at(-1)?.id} entry={item.entry}>
              <RepeatedFailures item={item} />
            </ActivityEntry>
          ),
        )}
      </ol>
    </>
  );
}
