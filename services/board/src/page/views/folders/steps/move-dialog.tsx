import { useSignal } from '@preact/signals';
import { change } from '../../../data/rest.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { lastOf, rootId } from '../../../place/ids.ts';
import { Tree } from '../tree/tree.tsx';
import type { StepProps } from './step-props.ts';

/** Selects the destination of a folder. */
export function MoveDialog({ folder, close, done }: StepProps) {
  const target = useSignal<{ readonly id: string; readonly title: string } | null>(null);
  const chosen = target.value;
  const run = async (): Promise<string> => {
    if (chosen === null) return '';
    await change('POST', `/folders/${lastOf(folder.id)}/move?${new URLSearchParams({ newParentId: chosen.id })}`);
    await done();
    return `The folder ${folder.title} was moved.`;
  };
  return (
    <FormDialog title={`Move ${folder.title}`} word="Move" close={close} run={run} isDisabled={chosen === null}>
      <p>
        A folder that inherits its teams has those of its new folder from then on. One with teams of its own keeps them.
      </p>
      <p aria-live="polite">{chosen === null ? 'Choose a destination folder.' : `Destination: ${chosen.title}`}</p>
      <section>
        <Tree
          label="Into which folder"
          chosen={chosen === null ? null : lastOf(chosen.id)}
          pick={(row) => (target.value = row.folder)}
        />
      </section>
      <button type="button" onClick={() => (target.value = { id: rootId, title: 'no folder, at the top' })}>
        At the top
      </button>
    </FormDialog>
  );
}
