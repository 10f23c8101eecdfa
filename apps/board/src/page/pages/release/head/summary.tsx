import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useMemo } from 'preact/hooks';
import { isFinished, StatusLabel } from '../../../components/status.tsx';
import { useEntity } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { createForecasts } from '../../releases/forecasts.ts';
import { EstimatedEnd, Progress } from '../../releases/progress.tsx';
import { RiskBadge, riskLabel, type Thresholds } from '../../releases/risk-badge.tsx';

interface Props {
  readonly release: ReleaseResponse;
  /** An archived release has no forecast and no progress */
  readonly isArchived: boolean;
}

/** How far a release has come, and when it would end; followed for as long as it is shown. */
function Forecast({ release }: Pick<Props, 'release'>) {
  const { id } = release;
  const forecasts = useMemo(() => createForecasts(), []);
  return (
    <>
      <span>
        Tasks: <Progress id={lastSegment(id)} forecasts={forecasts} />
      </span>
      {!isFinished(release) && (
        <span class="estimated">
          Estimated end: <EstimatedEnd id={lastSegment(id)} forecasts={forecasts} />
        </span>
      )}
    </>
  );
}

/** The summary of a release beside its status: risk, progress, estimated end, and flags. */
export function Summary({ release, isArchived }: Props) {
  const thresholds = useEntity<Thresholds>('/risks/config', []).value.value;
  const { riskScore, flagStatus, flagComment } = release;
  return (
    <p class="standing ahead">
      <span>
        Risk: <RiskBadge score={Number(riskScore)} thresholds={thresholds} />
      </span>
      {!isArchived && <Forecast release={release} />}
      {flagStatus !== 'OK' && (
        <span>
          Flag: <StatusLabel tone={flagStatus === 'AT_RISK' ? 'failed' : 'waits'} label={riskLabel(flagStatus)} />{' '}
          {flagComment}
        </span>
      )}
    </p>
  );
}
