import { useSignal } from '@preact/signals';
import type { PhaseAnswer } from '@slipway/wire';
import { change } from '../../../data/rest.ts';
import { Deed, Lacking } from '../../../parts/deed.tsx';
import { DeleteButton } from '../../../parts/delete-button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { lastOf } from '../../../place/ids.ts';
import type { Editing } from './edit.ts';

interface Props {
  readonly phases: readonly PhaseAnswer[];
  readonly phase: PhaseAnswer;
  readonly editing: Editing;
  readonly lacking: string | null;
  readonly move: (position: number) => void;
  readonly close: () => void;
}

/** What may be done to a phase as a part of its plan. */
export function PhaseDialog({ phases, phase, editing, lacking, move, close }: Props) {
  const title = useSignal<string | null>(null);
  const path = `/phases/${lastOf(phase.id)}`;
  const index = phases.findIndex(({ id }) => id === phase.id);
  const isDisabled = lacking !== null || editing.isBusy.value;
  const rename = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const renamed = { title: title.value ?? phase.title };
    if (await editing.run(`The phase is called ${renamed.title}.`, () => change('PUT', path, renamed))) {
      title.value = null;
    }
  };
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
      <form class="actions" onSubmit={(event) => void rename(event)}>
        <TextField
          label="Title"
          value={title.value ?? phase.title}
          isRequired
          change={(text) => (title.value = text)}
        />
        <button type="submit" disabled={isDisabled || title.value === null || title.value === phase.title}>
          Rename
        </button>
      </form>
    </Dialog>
  );
}
