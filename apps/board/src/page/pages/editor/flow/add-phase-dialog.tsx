import { useSignal } from '@preact/signals';
import { mutate } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { ColorField } from '../../../components/fields/color-field.tsx';
import { TextField } from '../../../components/fields/field.tsx';
import { phasePalette } from '../../../components/fields/phase-palette.ts';
import { Refusal } from '../../../components/refusal.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import type { EditorProps } from '../editor-props.ts';
import type { Editing } from './use-editing.ts';

interface Props {
  readonly plan: EditorProps['plan'];
  readonly editing: Editing;
  readonly close: () => void;
}

/** The form of a new phase. The phase is added at the end of the plan. */
export function AddPhaseDialog({ plan, editing, close }: Props) {
  const title = useSignal('');
  const color = useSignal(phasePalette[plan.phases.length % phasePalette.length]?.[0] ?? '');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const path = `/phases/${lastSegment(plan.id)}/phase`;
    const body = { title: title.value, ...(color.value !== '' && { color: color.value }) };
    if (await editing.run(t('Phase added'), () => mutate('POST', path, body))) close();
  };
  return (
    <Dialog title="Add phase" close={close}>
      <form class="actions" onSubmit={(event) => void submit(event)}>
        <TextField label="Title" value={title.value} isRequired change={(text) => (title.value = text)} />
        <ColorField
          label="Color"
          position={plan.phases.length}
          value={color.value}
          change={(text) => (color.value = text)}
        />
        <Refusal message={editing.refusal.value} />
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="main" disabled={editing.isBusy.value}>
          Add
        </button>
      </form>
    </Dialog>
  );
}
