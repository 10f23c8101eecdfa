import type { PhaseResponse } from '@slipway/api-schema/plans';
import { StatusBadge } from '../../../components/marks/status.tsx';
import { Moment } from '../../../components/moment.tsx';
import { plural } from '../../../navigation/text.ts';
import { progressOf } from '../head/progress.ts';

export interface PhaseHeadProps {
  readonly phase: PhaseResponse;
  /** The position of the phase, from 0. */
  readonly index: number;
  /** The estimated times; undefined if they are unknown. */
  readonly estimatedStart: string | undefined;
  readonly estimatedEnd: string | undefined;
}

interface BoundProps {
  readonly actual: string | undefined;
  readonly estimated: string | undefined;
  /** The start of the phase, if this is its end. */
  readonly since?: string | undefined;
}

/** The start or end of a phase: the actual one, or else the estimated one. */
const Bound = ({ actual, estimated, since }: BoundProps) =>
  actual === undefined && estimated !== undefined ? (
    <>
      est. <Moment at={estimated} since={since} />
    </>
  ) : (
    <Moment at={actual} since={since} />
  );

function PhaseDates({ phase: { startDate, endDate, status }, estimatedStart, estimatedEnd }: PhaseHeadProps) {
  const isEnded = status !== 'PLANNED' && endDate !== undefined;
  if (startDate === undefined && estimatedStart === undefined) return null;
  const isPlanned = startDate === undefined;
  const start = <Bound actual={startDate} estimated={estimatedStart} />;
  if ((isPlanned ? undefined : endDate) === undefined && estimatedEnd === undefined)
    return <span class="number">{start}</span>;
  return (
    <span class="number">
      {start} –{' '}
      {isPlanned ? (
        <Moment at={estimatedEnd} since={estimatedStart} />
      ) : (
        <Bound actual={endDate} estimated={isEnded ? undefined : estimatedEnd} since={startDate} />
      )}
    </span>
  );
}

/** The head of a phase: title, status, the number of ended tasks, and its actual or estimated dates. */
export function PhaseHead(props: PhaseHeadProps) {
  const { phase } = props;
  const { ended, all } = progressOf(phase.tasks);
  return (
    <header>
      <div>
        <h2>{phase.title}</h2>
        <StatusBadge status={phase.status} />
      </div>
      <p>
        <span class="number">{plural(all, `${ended} of # task`, `${ended} of # tasks`)}</span>
        <PhaseDates {...props} />
      </p>
    </header>
  );
}
