import { useSignal } from '@preact/signals';
import type { MeResponse } from '@slipway/api-schema/people';
import { PagedTable } from '../../components/paged-table.tsx';
import type { Column } from '../../components/table.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';

type Team = MeResponse['teams'][number];

/** Where what has a team is shown: a folder with its teams, or a release. */
const teamOwnerUrl = (id: string): string =>
  lastSegment(id).startsWith('Release') ? `/releases/${lastSegment(id)}` : `/folders/${lastSegment(id)}?form=teams`;

const columns: readonly Column<Team>[] = [
  { name: 'Team', cell: ({ teamName }) => teamName },
  {
    name: 'Of',
    cell: ({ containerId, containerTitle }) => <Link to={teamOwnerUrl(containerId)}>{containerTitle}</Link>,
  },
];

const joinNames = (names: readonly string[]): string => names.join(', ') || '–';

/** The roles of the user with their permissions, and teams. */
export function Permissions({ user: { roles, permissions, teams } }: { readonly user: MeResponse }) {
  const from = useSignal(0);
  return (
    <section>
      <h2>Your permissions</h2>
      <dl class="facts">
        <dt>Roles</dt>
        <dd>{joinNames(roles)}</dd>
        <dt>Everywhere</dt>
        <dd>{joinNames(permissions)}</dd>
      </dl>
      {teams.length === 0 ? (
        <p class="empty">You are in no team.</p>
      ) : (
        <PagedTable
          caption="Your teams"
          columns={columns}
          rows={teams}
          keyOf={({ id }) => id}
          from={from.value}
          goToPage={(to) => (from.value = to)}
        />
      )}
      <p>
        <Link to="/why">Why may you do something, or may not?</Link>
      </p>
    </section>
  );
}
