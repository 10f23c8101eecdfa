import { useSignal } from '@preact/signals';
import { CheckField, ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { PersonField } from '../../../components/people/person-field.tsx';
import { RemovableList } from '../../../components/people/removable-list.tsx';
import { t } from '../../../navigation/text.ts';
import { type NamedRecipient, namedRecipient, recipientGroups, recipientLabel } from './rules.ts';

interface Props {
  readonly recipients: readonly string[];
  readonly change: (recipients: readonly string[]) => void;
}

const kinds = [
  ['user', t('User')],
  ['team', t('Team')],
  ['role', t('Role')],
] as const;

/** A field that adds a user, team or role. */
function AddRecipient({ add }: { readonly add: (recipient: string) => void }) {
  const kind = useSignal<NamedRecipient['kind']>('user');
  const name = useSignal('');
  const submit = (): void => {
    const text = name.peek().trim();
    name.value = '';
    if (text !== '') add(`${kind.peek()}:${text}`);
  };
  const change = (text: string): void => {
    name.value = text;
  };
  return (
    <div class="part-row">
      <ChoiceField
        label="Kind"
        value={kind.value}
        options={kinds}
        change={(text) => (kind.value = kinds.find(([option]) => option === text)?.[0] ?? 'user')}
      />
      {kind.value === 'team' ? (
        <TextField label="Team name" value={name.value} change={change} />
      ) : (
        <PersonField label="Name" kind={kind.value} value={name.value} change={change} onEnter={submit} />
      )}
      <button type="button" onClick={submit}>
        Add
      </button>
    </div>
  );
}

/** The recipients of a rule: groups as checkboxes, and a list of users, teams and roles. */
export function RecipientFields({ recipients, change }: Props) {
  const named = recipients.filter((recipient) => namedRecipient(recipient) !== null);
  const toggle = (recipient: string, isOn: boolean): void =>
    change(isOn ? [...new Set([...recipients, recipient])] : recipients.filter((other) => other !== recipient));
  return (
    <fieldset class="set">
      <legend>Recipients</legend>
      <div class="two-columns">
        {recipientGroups.map(([group, label]) => (
          <CheckField
            key={group}
            label={label}
            isOn={recipients.includes(group)}
            change={(isOn) => toggle(group, isOn)}
          />
        ))}
      </div>
      {named.length > 0 && (
        <RemovableList
          names={named.map((recipient) => ({ key: recipient, name: recipientLabel(recipient) }))}
          none=""
          remove={(recipient) => toggle(recipient, false)}
        />
      )}
      <AddRecipient add={(recipient) => toggle(recipient, true)} />
    </fieldset>
  );
}
