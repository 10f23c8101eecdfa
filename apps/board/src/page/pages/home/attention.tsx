import type { ListedRelease } from '@slipway/api-schema/search';
import { useEffect } from 'preact/hooks';
import ShieldCheck from '~icons/lucide/shield-check';
import { EmptyState } from '../../components/empty-state.tsx';
import { ProgressBar } from '../../components/marks/progress-bar.tsx';
import { RiskBadge, type Thresholds } from '../../components/marks/risk-badge.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { dateText } from '../calendar/date-texts.ts';
import type { Forecasts } from '../releases/forecasts.ts';
import { causeOf } from './causes.ts';
import { describeDue } from './due.ts';

/** The maximum number of listed releases. */
const maxRows = 5;

interface RowProps {
  readonly release: ListedRelease;
  readonly thresholds: Thresholds;
  readonly forecasts: Forecasts;
  readonly now: number;
}

function Row({ release, thresholds, forecasts, now }: RowProps) {
  const id = lastSegment(release.id);
  useEffect(() => forecasts.follow(id), [id, forecasts]);
  const forecast = forecasts.get(id).value;
  const { done = 0, skipped = 0, aborted = 0, all = 0 } = forecast?.tasks ?? {};
  const over = skipped + aborted;
  const { dueDate } = release;
  return (
    <li class="risky">
      <p class="row">
        <Link to={`/releases/${id}`}>
          <bdi>{release.title}</bdi>
        </Link>
        <RiskBadge score={Number(release.riskScore)} thresholds={thresholds} />
      </p>
      {all > 0 ? <ProgressBar counts={{ done, over, idle: all - done - over }} /> : <span class="progress-bar" />}
      <p class="row why">
        <span>{causeOf(release)}</span>
        {dueDate === undefined ? (
          forecast && <time dateTime={forecast.endDate}>Est. end {dateText(Date.parse(forecast.endDate))}</time>
        ) : (
          <time class={dueDate < now ? 'late' : undefined} dateTime={new Date(dueDate).toISOString()}>
            {describeDue(dueDate, now)}
          </time>
        )}
      </p>
    </li>
  );
}

interface Props {
  /** The releases with a risk, the highest first; undefined until they are loaded. */
  readonly releases: readonly ListedRelease[] | undefined;
  /** Whether there may be more of them. */
  readonly hasMore: boolean;
  readonly thresholds: Thresholds | undefined;
  readonly forecasts: Forecasts;
  readonly now: number;
}

/** The live releases that are at risk or need attention. */
export const Attention = ({ releases, hasMore, thresholds, forecasts, now }: Props) => (
  <section class="card" aria-labelledby="attention">
    <header>
      <h2 id="attention">Need attention</h2>
      {releases && releases.length > 0 && (
        <span class="badge hot">
          {releases.length}
          {hasMore && '+'}
        </span>
      )}
      <Link to="/releases?order=risk" label="View all releases by risk">
        View all
      </Link>
    </header>
    {releases?.length === 0 && <EmptyState icon={ShieldCheck} text="No visible release has a high risk" />}
    {thresholds && releases && releases.length > 0 && (
      <ul>
        {releases.slice(0, maxRows).map((release) => (
          <Row key={release.id} {...{ release, thresholds, forecasts, now }} />
        ))}
      </ul>
    )}
  </section>
);
