import { useSignal } from '@preact/signals';
import type { MeAnswer } from '@slipway/wire';
import { PagedTable } from '../../parts/paged-table.tsx';
import type { Column } from '../../parts/table.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';

type Team = MeAnswer['teams'][number];

/** Where what has a team is shown: a folder with its teams, or a release. */
const addressOf = (id: string): string =>
  lastOf(id).startsWith('Release') ? `/releases/${lastOf(id)}` : `/folders/${lastOf(id)}?form=teams`;

const columns: readonly Column<Team>[] = [
  { name: 'Team', cell: ({ teamName }) => teamName },
  {
    name: 'Of',
    cell: ({ containerId, containerTitle }) => <Link to={addressOf(containerId)}>{containerTitle}</Link>,
  },
];

const listed = (names: readonly string[]): string => names.join(', ') || '–';

/** The roles of the user with their permissions, and teams. */
export function Rights({ known: { roles, permissions, teams } }: { readonly known: MeAnswer }) {
  const from = useSignal(0);
  return (
    <section>
      <h2>Your permissions</h2>
      <dl class="facts">
        <dt>Roles</dt>
        <dd>{listed(roles)}</dd>
        <dt>Everywhere</dt>
        <dd>{listed(permissions)}</dd>
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
          turn={(to) => (from.value = to)}
        />
      )}
      <p>
        <Link to="/why">Why may you do something, or may not?</Link>
      </p>
    </section>
  );
}
