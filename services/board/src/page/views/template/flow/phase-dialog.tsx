import type { PhaseAnswer } from '@slipway/wire';
import { change } from '../../../data/rest.ts';
import { Deed, Lacking } from '../../../parts/deed.tsx';
import { DeleteButton } from '../../../parts/delete-button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { valuesOf } from '../../../parts/drafts/draft.ts';
import { DraftForm } from '../../../parts/drafts/draft-form.tsx';
import { draftOf } from '../../../parts/drafts/drafts.ts';
import { ofPhase } from '../../../parts/drafts/spec.ts';
import { Refusal } from '../../../parts/refusal.tsx';
import { lastOf } from '../../../place/ids.ts';
import type { Editing } from './edit.ts';

interface Props {
  readonly phases: readonly PhaseAnswer[];
  readonly phase: PhaseAnswer;
  readonly editing: Editing;
  readonly lacking: string | null;
  readonly move: (position: number) => void;
  /** Loads the present state */
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

/** A phase: its actions in the plan, and its fields. */
export function PhaseDialog({ phases, phase, editing, lacking, move, refresh, close }: Props) {
  const path = `/phases/${lastOf(phase.id)}`;
  const index = phases.findIndex(({ id }) => id === phase.id);
  const isDisabled = lacking !== null || editing.isBusy.value;
  const remove = async (): Promise<void> => {
    if (await editing.run(`${phase.title} was deleted.`, () => change('DELETE', path))) close();
  };
  const copy = (): void =>
    void editing.run(`${phase.title} was copied.`, () => change('POST', `${path}/copy?targetPosition=${index + 1}`));
  return (
    <Dialog title={phase.title} close={close}>
      <p>
        Phase {index + 1} of {phases.length}
      </p>
      <Refusal sentence={editing.refusal.value} />
      <Lacking names={[lacking]} />
      <div class="actions">
        <Deed lacking={lacking} isDisabled={index === 0} run={() => move(index - 1)}>
          Left
        </Deed>
        <Deed lacking={lacking} isDisabled={index === phases.length - 1} run={() => move(index + 1)}>
          Right
        </Deed>
        <Deed lacking={lacking} run={copy}>
          Copy
        </Deed>
        <DeleteButton name={phase.title} isDisabled={isDisabled} run={() => void remove()} />
      </div>
      <DraftForm
        thing={phase}
        path={path}
        now={valuesOf(phase)}
        draft={draftOf(phase.id)}
        groups={ofPhase}
        specs={ofPhase.flatMap(({ fields }) => fields)}
        isDisabled={lacking !== null}
        refresh={refresh}
      />
    </Dialog>
  );
}
