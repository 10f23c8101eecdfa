import type { TeamViewResponse } from '@slipway/api-schema/people';
import Pencil from '~icons/lucide/pencil';
import Trash2 from '~icons/lucide/trash-2';
import { fullNameOf } from '../../../api/full-names.ts';
import { permissionReason } from '../../../api/permission-reason.ts';
import { permissionName } from '../../../api/permission-words.ts';
import { RowMenu } from '../../../components/controls/row-menu.tsx';
import { Avatar } from '../../../components/marks/avatar.tsx';
import type { Column } from '../../../components/table.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { plural, t } from '../../../navigation/text.ts';

type Team = TeamViewResponse;

interface ColumnContext {
  readonly folderId: string;
  /** Absent if the table is read-only. */
  readonly actions?: {
    /** The permission that the user lacks to change the teams; null: none. */
    readonly missingPermission: string | null;
    readonly change: (team: Team) => void;
    readonly remove: (team: Team) => void;
  };
}

/** The maximum number of members in a row. */
const maxMembers = 20;

/** The address of the view that explains why a user can view a folder. */
const explanationUrl = (user: string, folderId: string): string =>
  `/why?${new URLSearchParams({ user, id: lastSegment(folderId) })}`;

function Members({ team: { members }, folderId }: { readonly team: Team; readonly folderId: string }) {
  if (members.length === 0) return <span class="none">No members</span>;
  return (
    <ul class="names">
      {members.slice(0, maxMembers).map((member) => (
        <li key={`${member.type} ${member.name}`} class="person">
          <Avatar name={member.name} isTeam={member.type === 'ROLE'} isNamed />
          {member.type === 'ROLE' ? (
            <span>
              <bdi>{member.name}</bdi>
              <span class="sub">Role</span>
            </span>
          ) : (
            <Link to={explanationUrl(member.name, folderId)} label={t`Check access of ${member.name}`}>
              {fullNameOf(member.name)}
            </Link>
          )}
        </li>
      ))}
      {members.length > maxMembers && <li>+{members.length - maxMembers} more</li>}
    </ul>
  );
}

function Permissions({ team: { permissions, teamName } }: { readonly team: Team }) {
  if (permissions.length === 0) return <span class="none">None</span>;
  const count = plural(permissions.length, '# permission', '# permissions');
  return (
    <details class="more">
      <summary aria-label={t`${count} of ${teamName}`}>{count}</summary>
      {permissions.map(permissionName).join(', ')}
    </details>
  );
}

function TeamActions({
  team,
  steps: actions,
}: {
  readonly team: Team;
  readonly steps: NonNullable<ColumnContext['actions']>;
}) {
  const { missingPermission, change, remove } = actions;
  const reason = permissionReason(missingPermission);
  return (
    <RowMenu
      label={t`Actions for ${team.teamName}`}
      sections={[
        { actions: [{ label: t('Edit…'), icon: Pencil, run: () => change(team), disabledReason: reason }] },
        {
          actions: [
            {
              ...{ label: t('Delete…'), icon: Trash2, isDanger: true, run: () => remove(team) },
              disabledReason: reason ?? (team.systemTeam ? t('Built-in team') : null),
            },
          ],
        },
      ]}
    />
  );
}

/** The columns of the list of teams. */
export const columnsOf = ({ folderId, actions }: ColumnContext): readonly Column<Team>[] => [
  {
    name: t('Team'),
    cell: ({ teamName }) => (
      <span class="person">
        <Avatar name={teamName} isTeam isNamed />
        <bdi>{teamName}</bdi>
      </span>
    ),
  },
  { name: t('Members'), cell: (team) => <Members team={team} folderId={folderId} /> },
  { name: t('Permissions'), cell: (team) => <Permissions team={team} /> },
  ...(actions === undefined
    ? []
    : [
        {
          name: t('Actions'),
          isNameHidden: true,
          class: 'row-menu',
          cell: (team: Team) => <TeamActions team={team} steps={actions} />,
        },
      ]),
];
