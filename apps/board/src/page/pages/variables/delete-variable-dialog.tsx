import { type Signal, useSignal } from '@preact/signals';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { mutate, read } from '../../api/rest.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ChoiceField } from '../../components/fields/field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { ValueField } from '../../components/variables/value-field.tsx';
import { kindOf, parseValue } from '../../components/variables/value-text.ts';
import { announce } from '../../navigation/announce.ts';
import { t } from '../../navigation/text.ts';
import type { VariableOwner } from './variable-owner.ts';

interface Props {
  readonly owner: VariableOwner;
  readonly variable: VariableResponse;
  /** All variables of the owner. */
  readonly variables: readonly VariableResponse[];
  readonly close: () => void;
}

/** The replacement of a variable in its references: none, a value, or another variable (`=` and its key). */
interface Replacement {
  readonly by: '' | 'value' | `=${string}`;
  /** The input of the value field. */
  readonly value: string;
}

const isKey = (by: string): by is `=${string}` => by.startsWith('=');
const parseReplacement = (text: string): Replacement['by'] => (text === 'value' || isKey(text) ? text : '');

interface ReplacementProps extends Pick<Props, 'variable' | 'variables'> {
  readonly replacement: Signal<Replacement>;
}

/** The fields that select the replacement of a variable. */
function ReplacementFields({ variable, variables, replacement }: ReplacementProps) {
  const { by, value } = replacement.value;
  const others = variables.filter(({ id }) => id !== variable.id);
  return (
    <>
      <p>Tasks or other variables use it.</p>
      <ChoiceField
        label="Replace with"
        value={by}
        options={[
          ['', t('Don’t replace (references will break)')],
          ['value', t('A value')],
          ...others.map(({ key }) => [`=${key}`, `\${${key}}`] as const),
        ]}
        change={(text) => {
          replacement.value = { by: parseReplacement(text), value };
        }}
      />
      {by === 'value' && (
        <ValueField
          kind={kindOf(variable)}
          label="Value"
          isLong={variable.multiline}
          value={value}
          change={(text) => {
            replacement.value = { by, value: text };
          }}
        />
      )}
    </>
  );
}

const toRequestBody = (variable: VariableResponse, { by, value }: Replacement) =>
  isKey(by) ? { variable: by.slice(1) } : { value: parseValue(kindOf(variable), value) };

/** A dialog that deletes a variable. If the variable is used, it can replace the references first. */
export function DeleteVariableDialog({ owner, variable, variables, close }: Props) {
  const path = owner.pathOf(variable.id);
  const isUsed = useSignal<boolean | undefined>(undefined);
  const replacement = useSignal<Replacement>({ by: '', value: '' });
  const refusal = useSignal<DisplayMessage | null>(null);
  const run = async (work: () => Promise<void>): Promise<void> => {
    refusal.value = null;
    try {
      await work();
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  useEffect(() => {
    if (owner.keyPrefix !== '') return;
    void run(async () => {
      isUsed.value = await read<boolean>(`${path}/used`);
    });
  }, [path, owner.keyPrefix]);
  const remove = async (): Promise<void> => {
    if (replacement.value.by !== '')
      await mutate('POST', `${path}/replace`, toRequestBody(variable, replacement.value));
    await mutate('DELETE', path);
    await owner.refresh();
    announce(t('Variable deleted'));
    close();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void run(remove);
  };
  return (
    <Dialog title={t`Delete ${variable.key}?`} close={close}>
      <Refusal message={refusal.value} />
      <form class="actions" onSubmit={submit}>
        {owner.keyPrefix !== '' && <p>Templates and releases that use it will have a broken reference.</p>}
        {isUsed.value === false && <p>Not used anywhere</p>}
        {isUsed.value === true && (
          <ReplacementFields variable={variable} variables={variables} replacement={replacement} />
        )}
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="main danger" disabled={isUsed.value === undefined && owner.keyPrefix === ''}>
          Delete variable
        </button>
      </form>
    </Dialog>
  );
}
