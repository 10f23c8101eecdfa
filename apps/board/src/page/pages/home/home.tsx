import { useSignal } from '@preact/signals';
import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import type { FilterBody, MyTasksResponse, ReleaseOverview, ReleasePageResponse } from '@slipway/api-schema/search';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { me } from '../../api/session.ts';
import { Lazy } from '../../components/lazy.tsx';
import type { Thresholds } from '../../components/marks/risk-badge.tsx';
import { activeStatuses } from '../../components/marks/status.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useEntity, useQuery } from '../../live/queries.ts';
import { polled, type Topic } from '../../live/subscriptions.ts';
import { useNow } from '../../live/use-now.ts';
import { Link } from '../../navigation/link.tsx';
import { isUtc } from '../../navigation/preferences.ts';
import { plural, t } from '../../navigation/text.ts';
import { longDateText } from '../calendar/date-texts.ts';
import { createForecasts } from '../releases/forecasts.ts';
import { NewRelease } from '../releases/new-release.tsx';
import { Attention } from './attention.tsx';
import {
  type Assignee,
  blackoutsPath,
  countBody,
  countPath,
  dueBody,
  eventsPath,
  maxReleases,
  maxRisks,
  nextDays,
  risksBody,
  risksPath,
  startsBody,
  tasksPath,
} from './requests.ts';
import { Waiting } from './waiting.tsx';
import { Week } from './week.tsx';
import { mergeReleases, weekDays, weekEvents } from './week-events.ts';

const inboxTopics: readonly Topic[] = ['inbox=true'];
const polledTopics: readonly Topic[] = [polled];
const noTopics: readonly Topic[] = [];
const noBlackouts: readonly BlackoutResponse[] = [];

const loadFirstSteps = async () => (await import('../first-steps/first-steps.tsx')).FirstSteps;
const noProps = {};

interface Counts {
  readonly live: { readonly total: number; readonly byStatus: Readonly<Record<string, number | undefined>> };
}

/** Returns the live releases with a risk, their thresholds, and the number of releases by status. */
function useReleases() {
  const counts = useQuery<Counts>(countPath, { body: countBody, topics: polledTopics }).value.value;
  const page = useQuery<ReleasePageResponse>(risksPath, { body: risksBody, topics: polledTopics });
  const thresholdsEntity = useEntity<Thresholds>('/risks/config', noTopics);
  const thresholds = thresholdsEntity.value.value;
  const forecasts = useMemo(() => createForecasts(), []);
  const isLoaded = page.isCurrent() && (thresholds !== undefined || thresholdsEntity.refusal.value !== null);
  const risky =
    thresholds &&
    page.value.value?.releases.filter(({ riskScore }) => Number(riskScore) >= thresholds.attentionNeededFrom);
  return { counts, thresholds, forecasts, risky, hasMore: risky?.length === maxRisks, isLoaded };
}

/** Returns the releases of the calendar that match a filter; undefined until they are loaded. */
const useOverviews = (body: Partial<FilterBody>): readonly ReleaseOverview[] | undefined =>
  useQuery<readonly ReleaseOverview[]>(eventsPath, { body, topics: polledTopics }).value.value;

/** Returns the events and blackouts of the next days. */
function useWeek(now: number) {
  const days = weekDays(now);
  const span = useMemo(() => nextDays(now), [days[0], isUtc.value]);
  const due = useOverviews(dueBody(span));
  const starts = useOverviews(startsBody(span));
  const blackouts = useQuery<readonly BlackoutResponse[]>(blackoutsPath(span), { topics: polledTopics });
  const { events, hasMore } = useMemo(() => {
    const merged = mergeReleases({ due, starts }, span, maxReleases);
    return { events: weekEvents(merged.releases, span), hasMore: merged.hasMore };
  }, [due, starts, span]);
  return { days, events, hasMoreEvents: hasMore, blackouts: blackouts.value.value ?? noBlackouts };
}

interface TileProps {
  readonly to: string;
  readonly label: string;
  /** Undefined until it is loaded. */
  readonly value: string | number | undefined;
  readonly hint: string;
  readonly isHot?: boolean;
}

/** A number with a link to its list. */
const Tile = ({ to, label, value, hint, isHot }: TileProps) => (
  <Link to={to} class="card tile-of-home">
    <span>{label}</span> <b>{value ?? '–'}</b> <span class={isHot ? 'late' : 'faint'}>{hint}</span>
  </Link>
);

/** Returns the line below the title: the day and the number of tasks. */
function describeDay(now: number, count: number | undefined, overdueCount: number): string {
  const day = `${longDateText(now)}.`;
  if (count === undefined) return day;
  if (count === 0) return t`${day} Nothing is waiting for you.`;
  if (overdueCount === 0)
    return plural(count, `${day} # task is waiting for you.`, `${day} # tasks are waiting for you.`);
  return plural(
    count,
    `${day} # task is waiting for you, ${overdueCount} of them overdue.`,
    `${day} # tasks are waiting for you, ${overdueCount} of them overdue.`,
  );
}

/** Reminds administrators of the password from the first start. */
const DefaultPassword = ({ username }: { readonly username: string }) => (
  <p class="reason">
    The user admin still has the default password.{' '}
    <Link to={username === 'admin' ? '/me' : '/people?text=admin'}>Change it</Link>
  </p>
);

/** The first page: tasks that wait for the user, releases that need attention, and the plan of the next days. */
export function Home() {
  const now = useNow();
  const assignee = useSignal<Assignee>('all');
  const tasks = useQuery<MyTasksResponse>(tasksPath(assignee.value), { topics: inboxTopics });
  const { counts, thresholds, forecasts, risky, hasMore, isLoaded } = useReleases();
  const { days, events, hasMoreEvents, blackouts } = useWeek(now);
  const { count, tasks: loaded = [] } = tasks.value.value ?? {};
  const overdueCount = loaded.filter(({ overdue }) => overdue).length;
  const atRiskCount = risky?.filter(({ riskScore }) => Number(riskScore) >= (thresholds?.atRiskFrom ?? 0)).length;
  const live = counts?.live;
  // The cards above determine the position of the week, so it appears when they are loaded for the first time.
  const isWeekShown = useRef(false);
  isWeekShown.current ||= isLoaded && tasks.isCurrent();
  useEffect(() => {
    document.title = t`${count === undefined ? '' : `(${count}) `}Home · Slipway`;
  }, [count]);
  return (
    <>
      <PageHead title="Home" meta={describeDay(now, count, overdueCount)}>
        <NewRelease />
      </PageHead>
      {me.value?.adminHasDefaultPassword && <DefaultPassword username={me.value.username} />}
      <div class="tiles-of-home">
        <Tile
          to="/tasks"
          label="Waiting for you"
          value={count}
          hint={t`${overdueCount} overdue`}
          isHot={overdueCount > 0}
        />
        <Tile
          to={`/releases?status=${activeStatuses.join()}`}
          label="Active"
          value={live && live.total - (live.byStatus.PLANNED ?? 0)}
          hint={live ? plural(live.total, 'of # live release', 'of # live releases') : ''}
        />
        <Tile
          to="/releases?order=risk"
          label="Need attention"
          value={risky && `${risky.length}${hasMore ? '+' : ''}`}
          hint={t`${atRiskCount ?? 0} at risk`}
          isHot={(atRiskCount ?? 0) > 0}
        />
        <Tile
          to="/calendar?form=week"
          label="Next 7 days"
          value={hasMoreEvents ? `${events.length}+ events` : plural(events.length, '# event', '# events')}
          hint={plural(blackouts.length, '# blackout', '# blackouts')}
        />
      </div>
      <div class="columns-of-home">
        <Waiting
          tasks={tasks}
          assignee={assignee.value}
          changeAssignee={(value) => (assignee.value = value)}
          now={now}
        />
        <Attention {...{ hasMore, thresholds, forecasts, now }} releases={risky} />
      </div>
      {isWeekShown.current && <Week {...{ days, events, blackouts }} hasMore={hasMoreEvents} />}
      {count !== undefined && count <= 1 && <Lazy load={loadFirstSteps} props={noProps} />}
    </>
  );
}
