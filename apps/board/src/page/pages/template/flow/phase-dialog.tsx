import type { PhaseResponse } from '@slipway/api-schema/plans';
import { mutate } from '../../../api/rest.ts';
import { ActionButton, MissingPermissions } from '../../../components/action-button.tsx';
import { DeleteButton } from '../../../components/delete-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { valuesOf } from '../../../components/drafts/draft.ts';
import { DraftForm, draftOf } from '../../../components/drafts/draft-form.tsx';
import { phaseFields } from '../../../components/drafts/field-specs.ts';
import { Refusal } from '../../../components/refusal.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import type { Editing } from './use-editing.ts';

interface Props {
  readonly phases: readonly PhaseResponse[];
  readonly phase: PhaseResponse;
  readonly editing: Editing;
  readonly missingPermission: string | null;
  readonly move: (position: number) => void;
  /** Reloads the template. */
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

/** The dialog of a phase, with its actions and fields. */
export function PhaseDialog({ phases, phase, editing, missingPermission, move, refresh, close }: Props) {
  const path = `/phases/${lastSegment(phase.id)}`;
  const index = phases.findIndex(({ id }) => id === phase.id);
  const isDisabled = missingPermission !== null || editing.isBusy.value;
  const remove = async (): Promise<void> => {
    if (await editing.run('Phase deleted', () => mutate('DELETE', path))) close();
  };
  const copy = (): void =>
    void editing.run('Phase duplicated', () => mutate('POST', `${path}/copy?targetPosition=${index + 1}`));
  return (
    <Dialog title={phase.title} close={close}>
      <p>
        Phase {index + 1} of {phases.length}
      </p>
      <Refusal message={editing.refusal.value} />
      <MissingPermissions names={[missingPermission]} />
      <div class="actions">
        <ActionButton missingPermission={missingPermission} isDisabled={index === 0} run={() => move(index - 1)}>
          Move left
        </ActionButton>
        <ActionButton
          missingPermission={missingPermission}
          isDisabled={index === phases.length - 1}
          run={() => move(index + 1)}
        >
          Move right
        </ActionButton>
        <ActionButton missingPermission={missingPermission} run={copy}>
          Duplicate
        </ActionButton>
        <DeleteButton name={phase.title} isDisabled={isDisabled} run={() => void remove()} />
      </div>
      <DraftForm
        object={phase}
        path={path}
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
