import { useSignal } from '@preact/signals';
import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useEffect, useState } from 'preact/hooks';
import type { Entity } from '../../../api/entity.ts';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { missingPermissionOn } from '../../../api/permissions.ts';
import { mutate } from '../../../api/rest.ts';
import { MissingPermissions } from '../../../components/controls/action-button.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { Pager, pageSize, Table } from '../../../components/table.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { announce } from '../../../navigation/announce.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { isPrinting } from '../../../navigation/print.ts';
import { t } from '../../../navigation/text.ts';
import { BlackoutConflicts } from './blackout-conflicts.tsx';
import { CalendarLink } from './calendar-link.tsx';
import { columnsOf } from './columns.tsx';
import { criticalPath, stepsOf } from './critical-path.ts';
import { draggableSpan } from './drag-handles.tsx';
import { createLines, type Line, type Span } from './lines.ts';
import { createShift, movedDates, plannedDatesOf, type Shift, saveDates } from './move-dates.ts';
import { TimelineCard } from './timeline-card.tsx';
import { useReleases } from './use-releases.ts';
import type { Releases } from './waits.ts';

const noTopics: readonly Topic[] = [];
const noIds: ReadonlySet<string> = new Set();

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
      announce(t('Dates saved'));
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  return { refusal, move };
}

/** Returns the blackouts of a release, with their names once these are loaded. */
function useBlackouts({ $metadata }: ReleaseResponse) {
  const periods = $metadata.blackout.periods.map(({ startDate, endDate }) => ({
    from: Date.parse(startDate),
    to: Date.parse(endDate),
  }));
  const from = Math.min(...periods.map((period) => period.from));
  const to = Math.max(...periods.map((period) => period.to));
  const path = `/calendar/blackouts?from=${from}&to=${to}&resultsPerPage=${pageSize}`;
  const { value } = useEntity<readonly BlackoutResponse[]>(periods.length === 0 ? null : path, noTopics);
  const known = value.value ?? [];
  // Periods are merged, so that one may contain several blackouts.
  const nameOf = (period: Span): string => {
    const names = known
      .filter(({ startDate, endDate }) => Date.parse(startDate) < period.to && Date.parse(endDate) > period.from)
      .map(({ label }) => label);
    return names.length === 0 ? t('Blackout') : [...new Set(names)].join(', ');
  };
  return { blackouts: periods.map((period) => ({ ...period, name: nameOf(period) })), known };
}

interface BarsProps extends TimelineContentProps {
  readonly lines: readonly Line[];
  readonly releases: Releases;
  readonly critical: ReadonlySet<string>;
  readonly isTable: boolean;
  readonly toggleTable: () => void;
}

/** The chart, below the conflicts with blackouts. Its bars can be moved with the permission. */
function Bars({ release, entity, isFinished, lines, ...rest }: BarsProps) {
  const missingPermission = missingPermissionOn(release, 'changeDates');
  const { refusal, move } = useMove({ release, entity });
  const { blackouts, known } = useBlackouts(release);
  const canMove = !isFinished && missingPermission === null;
  return (
    <>
      <BlackoutConflicts
        conflicts={release.$metadata.blackout.conflicts}
        blackouts={known}
        taskUrl={(id) =>
          release.id === id || release.phases.some((phase) => phase.id === id) ? null : rest.taskUrl(id)
        }
        move={canMove ? (id, offsetMs) => void move(id, null, createShift('all', offsetMs)) : null}
      />
      <Refusal message={refusal.value} />
      <TimelineCard
        {...rest}
        lines={lines}
        blackouts={blackouts}
        due={release.dueDate === undefined ? null : Date.parse(release.dueDate)}
        canMove={canMove}
        move={(line, shift) => void move(line.id, draggableSpan(line), shift)}
      />
      {!isFinished && <MissingPermissions names={[missingPermission]} />}
    </>
  );
}

function TimelineContent(props: TimelineContentProps) {
  const { release, entity, isFinished, preview, now, from, goToPage, taskUrl } = props;
  const isTable = useSignal(false);
  const lines = createLines(release, preview, now);
  const start = from < lines.length ? from : 0;
  const page = isPrinting.value ? lines : lines.slice(start, start + pageSize);
  const releases = useReleases(release, page, props.reloadEstimates);
  const critical = preview === undefined ? noIds : criticalPath(stepsOf(release, preview));
  const path = `/releases/${lastSegment(release.id)}`;
  return (
    <div class="timeline">
      <Bars
        {...props}
        lines={page}
        releases={releases}
        critical={critical}
        isTable={isTable.value}
        toggleTable={() => (isTable.value = !isTable.value)}
      />
      <div class={isTable.value ? 'timeline-table' : 'timeline-table unseen-table'}>
        <Table
          caption="Timeline"
          columns={columnsOf({ release, entity, isFinished, releases, taskUrl, critical })}
          rows={page}
          keyOf={({ id }) => id}
        />
      </div>
      {!isPrinting.value && (
        <Pager from={start} count={page.length} hasMore={start + page.length < lines.length} goToPage={goToPage} />
      )}
      {!isFinished && (
        <CalendarLink
          release={release}
          missingPermission={missingPermissionOn(release, 'updateRelease')}
          save={(changes) => entity.updateOptimistically(release, () => mutate<ReleaseResponse>('PUT', path, changes))}
        />
      )}
    </div>
  );
}

interface LiveProps extends Props {
  readonly topics: readonly Topic[];
}

/** The timeline of a release that has not ended, with its estimates. */
function LiveTimeline({ topics, ...rest }: LiveProps) {
  const { value, refusal, retry, refresh } = useEntity<PreviewResponse>(
    `/releases/${lastSegment(rest.release.id)}/preview`,
    topics,
  );
  const now = useNow(refresh);
  return (
    <>
      <Refusal before="Couldn’t estimate dates. " message={refusal.value} retry={retry} />
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
