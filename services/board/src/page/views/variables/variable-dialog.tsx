import { useSignal } from '@preact/signals';
import type { VariableAnswer } from '@slipway/wire';
import { sentenceOf } from '../../data/refused.ts';
import { change } from '../../data/rest.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { CheckField, ChoiceField, TextField } from '../../parts/field.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { type Kind, kindOf, linesOf } from '../../parts/variables/typed.ts';
import { ValueField } from '../../parts/variables/value-field.tsx';
import { announce } from '../../place/announce.ts';
import { DefinitionFields } from './definition-fields.tsx';
import type { Owner } from './owner.ts';
import { blank, bodyOf, typeWords, type Written, writtenOf } from './written.ts';

interface Props {
  readonly owner: Owner;
  /** what is changed; null: a new one is made */
  readonly variable: VariableAnswer | null;
  readonly close: () => void;
}

interface FieldsProps {
  readonly written: Written;
  readonly change: (changes: Partial<Written>) => void;
}

/** What only a new variable is given: neither can be changed later. */
const NameFields = ({ written, change: put, isFolder }: FieldsProps & Pick<Owner, 'isFolder'>) => (
  <>
    <TextField
      label="Key"
      hint={`${isFolder ? 'It begins with folder. – texts' : 'Texts'} name it as \${key}. It cannot be changed later, and neither can the type.`}
      isRequired
      value={written.key}
      change={(key) => put({ key })}
    />
    <ChoiceField
      label="Type"
      value={written.type}
      options={Object.entries(typeWords)}
      change={(type) => put({ type, value: '', source: 'typed' })}
    />
  </>
);

/** What the value is called: a password that there is, is never shown. */
function nameOf(kind: Kind, isNew: boolean): string {
  if (kind === 'texts' || kind === 'map') return 'Values';
  return kind === 'password' && !isNew ? 'New value' : 'Value';
}

interface ValueProps extends FieldsProps {
  readonly isNew: boolean;
  readonly hasPassword: boolean;
}

/** Its value; that of a password is never known, so it stays unless another one is typed. */
function Value({ written, change: put, isNew, hasPassword }: ValueProps) {
  const kind = kindOf(written);
  return (
    <>
      <ValueField
        kind={kind}
        label={nameOf(kind, isNew)}
        hint={hasPassword ? 'Leave empty to keep the current value' : undefined}
        isLong={written.multiline}
        choices={written.source === 'choices' ? linesOf(written.choices) : undefined}
        value={written.value}
        change={(value) => put({ value })}
      />
      {hasPassword && (
        <CheckField
          label="Take its password away"
          isOn={written.isValueRemoved}
          change={(isValueRemoved) => put({ isValueRemoved })}
        />
      )}
    </>
  );
}

/** The form of a new or existing variable. Only changed members are sent. */
export function VariableDialog({ owner, variable, close }: Props) {
  const before = useSignal(variable === null ? blank : writtenOf(variable)).value;
  const written = useSignal(before);
  const refusal = useSignal<string | null>(null);
  const put = (changes: Partial<Written>): void => {
    written.value = { ...written.value, ...changes };
  };
  const isNew = variable === null;
  const now = written.value;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    refusal.value = null;
    const body = bodyOf(now, before, owner.prefix);
    try {
      if (variable === null) {
        const { key, type } = now;
        await change('POST', owner.at, { key, type: `${owner.prefix}.${type}`, ...body });
      } else await change('PUT', owner.pathOf(variable.id), body);
      await owner.refresh();
      announce(isNew ? `${now.key} was added.` : `${now.key} was changed.`);
      close();
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  return (
    <Dialog title={variable === null ? 'New variable' : (variable.label ?? variable.key)} close={close}>
      {variable && (
        <p class="none">
          {variable.key}: {Object.entries(typeWords).find(([type]) => type === now.type)?.[1] ?? now.type}
        </p>
      )}
      <form class="actions" onSubmit={(event) => void submit(event)}>
        {isNew && <NameFields written={now} change={put} isFolder={owner.isFolder} />}
        <Value
          written={now}
          change={put}
          isNew={isNew}
          hasPassword={variable !== null && kindOf(variable) === 'password' && variable.value !== undefined}
        />
        <DefinitionFields written={now} change={put} isAskedFor={!owner.isFolder} />
        <button
          type="submit"
          class="main"
          disabled={!isNew && Object.keys(bodyOf(now, before, owner.prefix)).length === 0}
        >
          {isNew ? 'Add' : 'Change'}
        </button>
      </form>
      <Refusal sentence={refusal.value} />
    </Dialog>
  );
}
