import { useSignal } from '@preact/signals';
import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useEffect, useState } from 'preact/hooks';
import type { Entity } from '../../../api/entity.ts';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { missingPermissionOn } from '../../../api/permissions.ts';
import { mutate } from '../../../api/rest.ts';
import { MissingPermissions } from '../../../components/action-button.tsx';
import { PagedTable } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { pageSize } from '../../../components/table.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { announce } from '../../../navigation/announce.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { isPrinting } from '../../../navigation/print.ts';
import { BlackoutConflicts } from './blackout-conflicts.tsx';
import { CalendarLink } from './calendar-link.tsx';
import { Chart } from './chart.tsx';
import { columnsOf } from './columns.tsx';
import { DragHandles, draggableSpan } from './drag-handles.tsx';
import { createLines, type Line, type Span, timeRange } from './lines.ts';
import { createShift, movedDates, plannedDatesOf, type Shift, saveDates } from './move-dates.ts';
import { useReleases } from './use-releases.ts';
import type { Releases } from './waits.ts';

/** Returns the current time, in milliseconds since 1970. Each minute, updates it and calls `refresh`. */
function useNow(refresh: () => Promise<void>): number {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      setTick((minutes) => minutes + 1);
      void refresh();
    }, 60_000);
    return () => clearInterval(timer);
  }, [refresh]);
  return Date.now();
}

interface Props {
  readonly release: ReleaseResponse;
  readonly entity: Entity<ReleaseResponse>;
  readonly isFinished: boolean;
  /** The number of lines before the page. */
  readonly from: number;
  readonly goToPage: (from: number) => void;
  /** Returns the path of a task of the release. */
  readonly taskUrl: (id: string) => string;
}

interface TimelineContentProps extends Props {
  readonly preview: PreviewResponse | undefined;
  /** Reloads the estimates. */
  readonly reloadEstimates: () => Promise<void>;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
}

/** Adds space after the last bar, so that the user can drag it to a later time. */
const withMargin = ({ from, to }: Span): Span => ({ from, to: to + (to - from) / 8 });

/** Returns a function that saves a move, and the error of the latest move. */
function useMove({ release, entity }: Pick<Props, 'release' | 'entity'>) {
  const refusal = useSignal<DisplayMessage | null>(null);
  const move = async (id: string, bar: Span | null, shift: Shift): Promise<void> => {
    refusal.value = null;
    const dates = plannedDatesOf(entity.value.peek() ?? release, id);
    const from = bar ?? {
      from: Date.parse(dates.scheduledStartDate ?? ''),
      to: Date.parse(dates.scheduledStartDate ?? ''),
    };
    try {
      await saveDates(entity, release, id, movedDates(dates, from, shift));
      announce('Dates saved');
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  return { refusal, move };
}

interface BarsProps extends TimelineContentProps {
  readonly lines: readonly Line[];
  readonly releases: Releases;
}

/** The chart. Its bars can be moved with the permission. */
function Bars({ release, entity, isFinished, lines, releases, now }: BarsProps) {
  const missingPermission = missingPermissionOn(release, 'changeDates');
  const { refusal, move } = useMove({ release, entity });
  const { periods, conflicts } = release.$metadata.blackout;
  const blackouts = periods.map(({ startDate, endDate }) => ({ from: Date.parse(startDate), to: Date.parse(endDate) }));
  const canMove = !isFinished && missingPermission === null;
  const range = canMove ? withMargin(timeRange(lines, now)) : timeRange(lines, now);
  return (
    <>
      <BlackoutConflicts
        conflicts={conflicts}
        move={canMove ? (id, offsetMs) => void move(id, null, createShift('all', offsetMs)) : null}
      />
      <Refusal message={refusal.value} />
      <section class="scrolled" aria-label="Timeline" tabindex={0}>
        <div class="drawn">
          <Chart lines={lines} range={range} blackouts={blackouts} now={now} releases={releases} />
          {canMove && (
            <DragHandles
              lines={lines}
              range={range}
              releases={releases}
              onMove={(line, shift) => void move(line.id, draggableSpan(line), shift)}
            />
          )}
        </div>
      </section>
      <p class="none">
        Planned times are above. Actual and estimated (dashed) times are below. A hatched area is a blackout, and the
        line is the present time.
      </p>
      {canMove && (
        <p class="none more">
          Drag a bar or its edge, or use the keyboard: ← → move it by an hour, ↑ ↓ by a day, with Shift its end only.
          Enter saves, Escape cancels. Edit the dates of a phase in the table, and those of a task in its drawer.
        </p>
      )}
      {!isFinished && <MissingPermissions names={[missingPermission]} />}
    </>
  );
}

function TimelineContent(props: TimelineContentProps) {
  const { release, entity, isFinished, preview, now, from, goToPage, taskUrl } = props;
  const lines = createLines(release, preview, now);
  const start = from < lines.length ? from : 0;
  const page = isPrinting.value ? lines : lines.slice(start, start + pageSize);
  const releases = useReleases(release, page, props.reloadEstimates);
  const path = `/releases/${lastSegment(release.id)}`;
  return (
    <>
      <Bars {...props} lines={page} releases={releases} />
      {!isFinished && (
        <CalendarLink
          release={release}
          missingPermission={missingPermissionOn(release, 'updateRelease')}
          save={(changes) => entity.updateOptimistically(release, () => mutate<ReleaseResponse>('PUT', path, changes))}
        />
      )}
      <PagedTable
        caption="Timeline"
        columns={columnsOf({ release, entity, isFinished, releases, taskUrl })}
        rows={lines}
        keyOf={({ id }) => id}
        from={from}
        goToPage={goToPage}
      />
    </>
  );
}

interface LiveProps extends Props {
  readonly topics: readonly Topic[];
}

/** The timeline of a release that has not ended, with its estimates. */
function LiveTimeline({ topics, ...rest }: LiveProps) {
  const { value, refusal, refresh } = useEntity<PreviewResponse>(
    `/releases/${lastSegment(rest.release.id)}/preview`,
    topics,
  );
  const now = useNow(refresh);
  return (
    <>
      <Refusal before="Couldn’t estimate dates. " message={refusal.value} />
      <TimelineContent {...rest} preview={value.value} reloadEstimates={refresh} now={now} />
    </>
  );
}

const noRefresh = async (): Promise<void> => {};

/** The timeline of a release, as chart and table. A finished release has no estimates. */
export function Timeline({ topics, ...rest }: LiveProps) {
  return rest.isFinished ? (
    <TimelineContent {...rest} preview={undefined} reloadEstimates={noRefresh} now={Date.now()} />
  ) : (
    <LiveTimeline {...rest} topics={topics} />
  );
}
