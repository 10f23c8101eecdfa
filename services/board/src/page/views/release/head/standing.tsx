import type { ReleaseAnswer } from '@slipway/wire';
import { useMemo } from 'preact/hooks';
import { useEntity } from '../../../live/use-entity.ts';
import { isOver, Mark } from '../../../parts/status.tsx';
import { lastOf } from '../../../place/ids.ts';
import { createOutlooks } from '../../releases/outlooks.ts';
import { Foreseen, Progress } from '../../releases/progress.tsx';
import { RiskMark, riskWord, type Thresholds } from '../../releases/risk-mark.tsx';

interface Props {
  readonly release: ReleaseAnswer;
  /** An archived release has no forecast and no progress */
  readonly isArchived: boolean;
}

/** How far a release has come, and when it would end; followed for as long as it is shown. */
function Outlook({ release }: Pick<Props, 'release'>) {
  const { id } = release;
  const outlooks = useMemo(() => createOutlooks(), []);
  return (
    <>
      <span>
        Tasks: <Progress id={lastOf(id)} outlooks={outlooks} />
      </span>
      {!isOver(release) && (
        <span class="foreseen">
          Estimated end: <Foreseen id={lastOf(id)} outlooks={outlooks} />
        </span>
      )}
    </>
  );
}

/** The summary of a release beside its status: risk, progress, estimated end, and flags. */
export function Standing({ release, isArchived }: Props) {
  const thresholds = useEntity<Thresholds>('/risks/config', []).value.value;
  const { riskScore, flagStatus, flagComment } = release;
  return (
    <p class="standing ahead">
      <span>
        Risk: <RiskMark score={Number(riskScore)} thresholds={thresholds} />
      </span>
      {!isArchived && <Outlook release={release} />}
      {flagStatus !== 'OK' && (
        <span>
          Flag: <Mark tone={flagStatus === 'AT_RISK' ? 'failed' : 'waits'} word={riskWord(flagStatus)} /> {flagComment}
        </span>
      )}
    </p>
  );
}
