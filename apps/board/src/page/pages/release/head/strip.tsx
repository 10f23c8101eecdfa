import { useSignal } from '@preact/signals';
import type { ForecastResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Lazy } from '../../../components/lazy.tsx';
import { phaseColor } from '../../../components/marks/phase-color.ts';
import { describeAbortedProgress, describeProgress, ProgressBar } from '../../../components/marks/progress-bar.tsx';
import { RiskBadge, type Thresholds } from '../../../components/marks/risk-badge.tsx';
import { isFinished } from '../../../components/marks/status.tsx';
import { Moment, None, Unknown } from '../../../components/moment.tsx';
import { useEntity } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { plural, t } from '../../../navigation/text.ts';
import { createForecasts } from '../../releases/forecasts.ts';
import { DueDifference, DueDistance } from '../times/times.tsx';
import { releaseUrl } from '../url-state.ts';
import { progressOf } from './progress.ts';

interface FactProps {
  readonly label: string;
  readonly value: ComponentChildren;
  /** A line below the value. Its space is reserved. */
  readonly note?: ComponentChildren;
}

const Fact = ({ label, value, note }: FactProps) => (
  <div>
    <dt>{label}</dt>
    <dd class="fact">{value}</dd>
    <dd class="note">{note}</dd>
  </div>
);

interface Props {
  readonly release: ReleaseResponse;
  /** Whether the release is archived, and therefore has no estimates. */
  readonly isArchived: boolean;
}

type FactsProps = Pick<Props, 'release'>;

/** The share of ended tasks. The tasks that are not completed are counted in words. */
function Progress({ release: { phases, status } }: FactsProps) {
  const { counts, all, ended } = useMemo(() => progressOf(phases.flatMap(({ tasks }) => tasks)), [phases]);
  const { done = 0, ...others } = counts;
  const isAborted = status === 'ABORTED';
  return (
    <Fact
      label="Progress"
      value={
        <span class="progress">
          {all > 0 && <ProgressBar counts={counts} isLarge />}
          <span>
            {(isAborted ? done : ended).toLocaleString()} of {all.toLocaleString()}
          </span>
        </span>
      }
      note={isAborted ? describeAbortedProgress(others) : describeProgress(others)}
    />
  );
}

interface ForecastProps extends FactsProps {
  /** Undefined until it is loaded. */
  readonly forecast: ForecastResponse | undefined;
}

interface PhaseProps extends ForecastProps {
  readonly hasEnded: boolean;
}

/** The current phase, as the server determines it. */
function Phase({ release: { phases }, forecast, hasEnded }: PhaseProps) {
  const label = t('Current phase');
  if (forecast === undefined && !hasEnded) return <Fact label={label} value={<Unknown />} />;
  const phase = hasEnded ? undefined : forecast?.phase;
  if (phase === undefined)
    return <Fact label={label} value="–" note={phases.length > 0 && t('All phases have ended')} />;
  const { title, color, index } = phase;
  return (
    <Fact
      label={label}
      value={
        <span class="row">
          <i class="phase-mark" style={{ '--phase': phaseColor(color, index) }} />
          <bdi>{title}</bdi>
        </span>
      }
      note={t`Phase ${index + 1} of ${phases.length}${phases[index]?.status === 'PLANNED' ? t(', not started') : ''}`}
    />
  );
}

interface EndProps {
  readonly label: string;
  readonly end: string | undefined;
  readonly due: string | undefined;
  /** What may delay the end. */
  readonly warning?: ComponentChildren;
}

const End = ({ label, end, due, warning }: EndProps) => (
  <Fact
    label={label}
    value={end === undefined ? <Unknown /> : <Moment at={end} />}
    note={
      <>
        {end !== undefined && due !== undefined && (
          <div>
            <DueDifference end={end} due={due} />
          </div>
        )}
        {warning}
      </>
    }
  />
);

/** A link to the planned starts in blackouts, which the timeline lists. */
function BlackoutWarning({ release: { id, $metadata } }: FactsProps) {
  const { conflicts } = $metadata.blackout;
  if (conflicts.length === 0) return null;
  const isRelease = conflicts.some((conflict) => conflict.id === id);
  const text = plural(conflicts.length, '# planned start in a blackout', '# planned starts in blackouts');
  return (
    <Link to={releaseUrl(id, { isArchived: false, tab: 'timeline', from: null })} class="soon">
      {isRelease && conflicts.length === 1 ? t('Starts in a blackout') : text}
    </Link>
  );
}

/** The estimated end of a live release. */
const EstimatedEnd = ({ release, forecast }: ForecastProps) => (
  <End
    label="Estimated end"
    end={forecast?.endDate}
    due={release.dueDate}
    warning={<BlackoutWarning release={release} />}
  />
);

/** Returns the forecast of a release, kept up to date while it is live; undefined until it is loaded. */
function useForecast({ id }: Pick<ReleaseResponse, 'id'>, isLive: boolean): ForecastResponse | undefined {
  const forecasts = useMemo(() => createForecasts(), []);
  const key = lastSegment(id);
  useEffect(() => (isLive ? forecasts.follow(key) : undefined), [key, isLive]);
  return forecasts.get(key).value;
}

interface Assessment {
  readonly score: number;
  readonly headline: string;
}

const isAssessment = (item: unknown): item is Assessment =>
  typeof item === 'object' &&
  item !== null &&
  'score' in item &&
  typeof item.score === 'number' &&
  'headline' in item &&
  typeof item.headline === 'string';

/** Returns the findings of the risk assessment of a release, the highest score first. */
const findingsOf = ({ extensions }: Pick<ReleaseResponse, 'extensions'>): readonly string[] =>
  extensions
    .flatMap((extension): readonly unknown[] => {
      const assessments: unknown =
        typeof extension === 'object' && extension !== null && 'riskAssessments' in extension
          ? extension.riskAssessments
          : [];
      return Array.isArray(assessments) ? assessments : [];
    })
    .filter(isAssessment)
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ headline }) => headline);

/** The number of findings in the strip. */
const maxFindings = 2;

const loadRiskDialog = async () => (await import('./risk-dialog.tsx')).RiskDialog;

function Risk({ release }: FactsProps) {
  const isOpen = useSignal(false);
  const thresholds = useEntity<Thresholds>('/risks/config', []).value.value;
  const findings = [...new Set(findingsOf(release))];
  const more = findings.length - maxFindings;
  return (
    <Fact
      label="Risk"
      value={<RiskBadge score={Number(release.riskScore)} thresholds={thresholds} />}
      note={
        <>
          {[...findings.slice(0, maxFindings), ...(more > 0 ? [t`+${more} more`] : [])].join(' ')}{' '}
          <button type="button" class="link" onClick={() => (isOpen.value = true)}>
            Why?
          </button>
          {isOpen.value && (
            <Lazy load={loadRiskDialog} props={{ release, thresholds, close: () => (isOpen.value = false) }} />
          )}
        </>
      }
    />
  );
}

/** The five facts about a release: progress, current phase, estimated or actual end, due date and risk. */
export function Strip({ release, isArchived }: Props) {
  const { dueDate, endDate } = release;
  const hasEnded = isArchived || isFinished(release);
  const forecast = useForecast(release, !hasEnded);
  return (
    <dl class="card strip">
      <Progress release={release} />
      <Phase release={release} forecast={forecast} hasEnded={hasEnded} />
      {hasEnded ? (
        <End label="Ended" end={endDate} due={dueDate} />
      ) : (
        <EstimatedEnd release={release} forecast={forecast} />
      )}
      <Fact
        label="Due"
        value={<Moment at={dueDate} />}
        note={!hasEnded && dueDate !== undefined && <DueDistance due={dueDate} />}
      />
      {hasEnded ? <Fact label="Risk" value={<None />} /> : <Risk release={release} />}
    </dl>
  );
}
