import type { PhaseResponse } from '@slipway/api-schema/plans';
import RotateCcw from '~icons/lucide/rotate-ccw';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { StatusBadge } from '../../../components/marks/status.tsx';
import { Moment } from '../../../components/moment.tsx';
import { plural, t } from '../../../navigation/text.ts';
import { progressOf } from '../head/progress.ts';
import { restartPhase } from '../restart/restart-phase.ts';

export interface PhaseHeadProps {
  readonly phase: PhaseResponse;
  /** The position of the phase, from 0. */
  readonly index: number;
  /** The estimated times; undefined if they are unknown. */
  readonly estimatedStart: string | undefined;
  readonly estimatedEnd: string | undefined;
  /** Whether the user can restart the release from a phase that has started. */
  readonly canRestart: boolean;
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
  const { phase, canRestart } = props;
  const { ended, all } = progressOf(phase.tasks);
  return (
    <header>
      <div>
        <h2>{phase.title}</h2>
        <span class="row">
          <StatusBadge status={phase.status} />
          {canRestart && phase.status !== 'PLANNED' && (
            <IconButton
              label={t`Restart from ${phase.title}…`}
              icon={RotateCcw}
              run={() => {
                restartPhase.value = phase.id;
              }}
            />
          )}
        </span>
      </div>
      <p>
        <span class="number">{plural(all, `${ended} of # task`, `${ended} of # tasks`)}</span>
        <PhaseDates {...props} />
      </p>
    </header>
  );
}
