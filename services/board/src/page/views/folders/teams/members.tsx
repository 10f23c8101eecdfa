import { useSignal } from '@preact/signals';
import type { TeamViewAnswer } from '@slipway/wire';
import { ChoiceField } from '../../../parts/field.tsx';
import { PersonField } from '../../../parts/people/person-field.tsx';
import { rowsOfPage } from '../../../parts/table.tsx';
import { calledMember } from './draft.ts';

type Member = TeamViewAnswer['members'][number];

interface Props {
  readonly folderId: string;
  readonly members: readonly Member[];
  readonly change: (members: readonly Member[]) => void;
}

const isSame = (one: Member, other: Member): boolean =>
  one.type === other.type && one.name.toLowerCase() === other.name.toLowerCase();

/** Takes a user or a role by name. */
function Add({ members, change }: Omit<Props, 'folderId'>) {
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

/** Who is in a team. */
export function Members({ members, change }: Props) {
  const from = useSignal(0);
  const begin = from.value < members.length ? from.value : 0;
  const page = members.slice(begin, begin + rowsOfPage);
  return (
    <section class="set">
      <h3>Members</h3>
      {members.length === 0 && <p class="empty">Nobody is in this team.</p>}
      <ul class="names">
        {page.map((member) => (
          <li key={`${member.type} ${member.name}`}>
            {calledMember(member)}
            {member.fullName && ` (${member.fullName})`}{' '}
            <button
              type="button"
              aria-label={`Remove ${calledMember(member)}`}
              onClick={() => change(members.filter((one) => !isSame(one, member)))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      {members.length > rowsOfPage && (
        <button type="button" onClick={() => (from.value = begin + rowsOfPage)}>
          Members {begin + 1}–{begin + page.length} of {members.length}: show the next
        </button>
      )}
      <Add members={members} change={change} />
    </section>
  );
}
