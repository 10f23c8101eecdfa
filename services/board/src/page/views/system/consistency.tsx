import type { ReadonlySignal } from '@preact/signals';
import { AddressedTable } from '../../parts/paged-table.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Mark } from '../../parts/status.tsx';
import type { Column } from '../../parts/table.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';
import type { Consistency, Finding } from './answers.ts';

/** What a finding is about, with the way to it where there is one. */
function About({ id }: Pick<Finding, 'id'>) {
  const release = id.split('/').find((part) => /^Release[0-9a-zA-Z]/.test(part));
  const last = lastOf(id);
  if (release !== undefined) return <Link to={`/releases/${encodeURIComponent(release)}`}>{last}</Link>;
  if (!last.startsWith('Trigger')) return last;
  return <Link to={`/automation/triggers/${encodeURIComponent(last)}`}>{last}</Link>;
}

const columns: readonly Column<Finding>[] = [
  { name: 'What', cell: ({ sentence }) => sentence },
  { name: 'Of', cell: ({ id }) => <About id={id} /> },
];

interface Props {
  readonly found: Consistency | undefined;
  readonly refusal: ReadonlySignal<string | null>;
}

/** The result of the consistency check. */
export function ConsistencyShown({ found, refusal }: Props) {
  return (
    <section>
      <h2>Consistency</h2>
      <Refusal sentence={refusal.value} />
      {found && (
        <p>
          <Mark
            tone={found.ok ? 'done' : 'failed'}
            word={found.ok ? 'No problems found' : found.count === 1 ? '1 finding' : `${found.count} findings`}
          />{' '}
          among {found.releases} releases that have not ended and {found.triggers} enabled triggers.
        </p>
      )}
      {found && found.findings.length > 0 && (
        <AddressedTable
          name="findings"
          caption="Findings"
          columns={columns}
          rows={found.findings}
          keyOf={({ kind, id, sentence }) => `${kind} ${id} ${sentence}`}
        />
      )}
    </section>
  );
}
