import { useSignal } from '@preact/signals';
import type { VariableAnswer } from '@slipway/wire';
import { sentenceOf } from '../../../data/refused.ts';
import { change } from '../../../data/rest.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { announce } from '../../../place/announce.ts';
import { lastOf } from '../../../place/ids.ts';
import { kindOf, readIn, textOf } from './typed.ts';
import { ValueField } from './value-field.tsx';

interface Props {
  readonly variable: VariableAnswer;
  readonly close: () => void;
  /** shows what is there now */
  readonly refresh: () => Promise<void>;
}

/** The value of a variable, to be changed. What was not typed anew is not sent. */
export function ChangeDialog({ variable, close, refresh }: Props) {
  const kind = kindOf(variable);
  const before = textOf(variable);
  const text = useSignal(before);
  const refusal = useSignal<string | null>(null);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    refusal.value = null;
    try {
      await change('PUT', `/releases/${lastOf(variable.id)}`, { value: readIn(kind, text.value) });
      await refresh();
      announce(`${variable.key} was changed.`);
      close();
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  return (
    <Dialog title={variable.label ?? variable.key} close={close}>
      {variable.description && <p>{variable.description}</p>}
      <form class="actions" onSubmit={(event) => void submit(event)}>
        <ValueField
          kind={kind}
          isLong={variable.multiline}
          value={text.value}
          change={(typed) => {
            text.value = typed;
          }}
        />
        <button type="submit" class="main" disabled={text.value === before && kind !== 'truth'}>
          Change
        </button>
      </form>
      <Refusal sentence={refusal.value} />
    </Dialog>
  );
}
