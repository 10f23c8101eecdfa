import type { PhaseResponse } from '@slipway/api-schema/plans';
import { MissingPermissions } from '../../../components/controls/action-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { valuesOf } from '../../../components/drafts/draft.ts';
import { DraftForm, draftOf } from '../../../components/drafts/draft-form.tsx';
import { phaseFields } from '../../../components/drafts/field-specs.ts';
import { lastSegment } from '../../../navigation/ids.ts';

interface Props {
  readonly phases: readonly PhaseResponse[];
  readonly phase: PhaseResponse;
  readonly missingPermission: string | null;
  /** Reloads the template. */
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

/** The fields of a phase. */
export function PhaseDialog({ phases, phase, missingPermission, refresh, close }: Props) {
  const index = phases.findIndex(({ id }) => id === phase.id);
  return (
    <Dialog title={phase.title} close={close} kind="drawer">
      <p class="type">
        Phase {index + 1} of {phases.length}
      </p>
      <MissingPermissions names={[missingPermission]} />
      <DraftForm
        object={phase}
        path={`/phases/${lastSegment(phase.id)}`}
        stored={valuesOf(phase)}
        draft={draftOf(phase.id)}
        groups={phaseFields}
        specs={phaseFields.flatMap(({ fields }) => fields)}
        isDisabled={missingPermission !== null}
        refresh={refresh}
      />
    </Dialog>
  );
}
