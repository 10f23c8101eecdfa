import type { PhaseResponse } from '@slipway/api-schema/plans';
import { MissingPermissions } from '../../../components/controls/action-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { valuesOf } from '../../../components/drafts/draft.ts';
import { DraftForm, draftOf } from '../../../components/drafts/draft-form.tsx';
import { phaseFields } from '../../../components/drafts/field-specs.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import type { EditingLimits } from '../editing-limits.ts';

interface Props {
  readonly phases: readonly PhaseResponse[];
  readonly phase: PhaseResponse;
  readonly limits: EditingLimits;
  /** Reloads the plan. */
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

/** The fields of a phase. */
export function PhaseDialog({ phases, phase, limits, refresh, close }: Props) {
  const missingPermission = limits.missing.plan;
  const reason = limits.reasonFor(phase.id, 'update');
  const index = phases.findIndex(({ id }) => id === phase.id);
  const groups = phaseFields(index);
  return (
    <Dialog title={phase.title} close={close} kind="drawer">
      <p class="type">
        Phase {index + 1} of {phases.length}
      </p>
      <MissingPermissions names={[missingPermission]} />
      {reason !== null && <p class="reason">{reason}</p>}
      <DraftForm
        object={phase}
        path={`/phases/${lastSegment(phase.id)}`}
        stored={valuesOf(phase)}
        draft={draftOf(phase.id)}
        groups={groups}
        specs={groups.flatMap(({ fields }) => fields)}
        isDisabled={missingPermission !== null || reason !== null}
        refresh={refresh}
      />
    </Dialog>
  );
}
