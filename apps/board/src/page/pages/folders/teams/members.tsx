import { useSignal } from '@preact/signals';
import type { TeamViewResponse } from '@slipway/api-schema/people';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { PersonField } from '../../../components/people/person-field.tsx';
import { RemovableList } from '../../../components/people/removable-list.tsx';
import { memberLabel } from './team-draft.ts';

type Member = TeamViewResponse['members'][number];

interface Props {
  readonly members: readonly Member[];
  readonly change: (members: readonly Member[]) => void;
}

const isSame = (a: Member, b: Member): boolean => a.type === b.type && a.name.toLowerCase() === b.name.toLowerCase();

/** Takes a user or a role by name. */
function AddMember({ members, change }: Props) {
  const type = useSignal<Member['type']>('PRINCIPAL');
  const name = useSignal('');
  const add = (): void => {
    const member: Member = { name: name.value.trim(), type: type.value };
    if (member.name === '') return;
    if (!members.some((a) => isSame(a, member))) change([...members, member]);
    name.value = '';
  };
  return (
    <>
      <ChoiceField
        label="Kind of member"
        value={type.value}
        options={[
          ['PRINCIPAL', 'User'],
          ['ROLE', 'Role'],
        ]}
        change={(value) => (type.value = value === 'ROLE' ? 'ROLE' : 'PRINCIPAL')}
      />
      <PersonField
        label="Name of the member"
        kind={type.value === 'ROLE' ? 'role' : 'user'}
        value={name.value}
        change={(text) => (name.value = text)}
        onEnter={add}
      />
      <button type="button" onClick={add}>
        Add this member
      </button>
    </>
  );
}

const keyOf = ({ type, name }: Member): string => `${type} ${name}`;

/** The members of a team. */
export const Members = ({ members, change }: Props) => (
  <section class="set">
    <h3>Members</h3>
    <RemovableList
      none="No members yet"
      names={members.map((member) => ({ key: keyOf(member), name: memberLabel(member), more: member.fullName }))}
      remove={(key) => change(members.filter((member) => keyOf(member) !== key))}
    />
    <AddMember members={members} change={change} />
  </section>
);
