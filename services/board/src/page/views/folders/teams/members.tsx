import { useSignal } from '@preact/signals';
import type { TeamViewAnswer } from '@slipway/wire';
import { ChoiceField } from '../../../parts/field.tsx';
import { PersonField } from '../../../parts/people/person-field.tsx';
import { Removable } from '../../../parts/people/removable.tsx';
import { calledMember } from './draft.ts';

type Member = TeamViewAnswer['members'][number];

interface Props {
  readonly members: readonly Member[];
  readonly change: (members: readonly Member[]) => void;
}

const isSame = (one: Member, other: Member): boolean =>
  one.type === other.type && one.name.toLowerCase() === other.name.toLowerCase();

/** Takes a user or a role by name. */
function Add({ members, change }: Props) {
  const type = useSignal<Member['type']>('PRINCIPAL');
  const name = useSignal('');
  const add = (): void => {
    const member: Member = { name: name.value.trim(), type: type.value };
    if (member.name === '') return;
    if (!members.some((one) => isSame(one, member))) change([...members, member]);
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
        enter={add}
      />
      <button type="button" onClick={add}>
        Add this member
      </button>
    </>
  );
}

const keyOf = ({ type, name }: Member): string => `${type} ${name}`;

/** Who is in a team. */
export const Members = ({ members, change }: Props) => (
  <section class="set">
    <h3>Members</h3>
    <Removable
      none="No members yet"
      names={members.map((member) => ({ key: keyOf(member), name: calledMember(member), more: member.fullName }))}
      remove={(key) => change(members.filter((member) => keyOf(member) !== key))}
    />
    <Add members={members} change={change} />
  </section>
);
