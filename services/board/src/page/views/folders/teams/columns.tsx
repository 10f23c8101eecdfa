import type { TeamViewAnswer } from '@slipway/wire';
import { neededFor } from '../../../data/needs.ts';
import { Deed } from '../../../parts/deed.tsx';
import type { Column } from '../../../parts/table.tsx';
import { lastOf } from '../../../place/ids.ts';
import { Link } from '../../../place/link.tsx';
import { calledMember } from './draft.ts';

type Team = TeamViewAnswer;

interface Given {
  readonly folderId: string;
  /** absent: the teams are changed elsewhere */
  readonly steps?: {
    /** the permission that is missing to change them */
    readonly lacking: string | null;
    readonly change: (team: Team) => void;
    readonly remove: (team: Team) => void;
  };
}

/** How many members of a team a line names. */
const mostNamed = 20;

/** The address of the explanation of a user's permissions in a folder. */
const whyAddress = (user: string, folderId: string): string =>
  `/why?${new URLSearchParams({ user, permission: neededFor('readFolder')[0] ?? '', id: lastOf(folderId) })}`;

function Members({ team: { members }, folderId }: { readonly team: Team; readonly folderId: string }) {
  if (members.length === 0) return <span class="none">Nobody</span>;
  return (
    <ul class="names">
      {members.slice(0, mostNamed).map((member) => (
        <li key={`${member.type} ${member.name}`}>
          {member.type === 'ROLE' ? (
            calledMember(member)
          ) : (
            <Link to={whyAddress(member.name, folderId)} label={`${member.name}: why may they?`}>
              {member.name}
            </Link>
          )}
        </li>
      ))}
      {members.length > mostNamed && <li>and {members.length - mostNamed} more</li>}
    </ul>
  );
}

function Permissions({ team: { permissions, teamName } }: { readonly team: Team }) {
  if (permissions.length === 0) return <span class="none">None</span>;
  return (
    <details class="more">
      <summary aria-label={`${permissions.length} permissions of ${teamName}`}>
        {permissions.length} permissions
      </summary>
      {permissions.join(', ')}
    </details>
  );
}

function Steps({ team, steps }: { readonly team: Team; readonly steps: NonNullable<Given['steps']> }) {
  const { lacking, change, remove } = steps;
  return (
    <div class="tools">
      <Deed lacking={lacking} run={() => change(team)}>
        Change {team.teamName}…
      </Deed>
      {!team.systemTeam && (
        <Deed lacking={lacking} run={() => remove(team)}>
          Remove {team.teamName}…
        </Deed>
      )}
    </div>
  );
}

/** What a list of teams shows of each. */
export const columnsOf = ({ folderId, steps }: Given): readonly Column<Team>[] => [
  { name: 'Team', cell: ({ teamName }) => teamName },
  { name: 'Members', cell: (team) => <Members team={team} folderId={folderId} /> },
  { name: 'May', cell: (team) => <Permissions team={team} /> },
  ...(steps === undefined ? [] : [{ name: 'Step', cell: (team: Team) => <Steps team={team} steps={steps} /> }]),
];
