import type { ReadonlySignal } from '@preact/signals';
import { AddressedTable } from '../../parts/paged-table.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Mark } from '../../parts/status.tsx';
import type { Column } from '../../parts/table.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';
import type { Unresolved, UnresolvedItem } from './answers.ts';

/** The template or release of an item, with a link. */
function Container({ container }: Pick<UnresolvedItem, 'container'>) {
  if (container === undefined) return 'All folders';
  const { type, id, title } = container;
  if (type === 'folder') return title;
  return (
    <Link to={`/${type === 'template' ? 'templates' : 'releases'}/${encodeURIComponent(lastOf(id))}`}>{title}</Link>
  );
}

const columns: readonly Column<UnresolvedItem>[] = [
  { name: 'Problem', cell: ({ message }) => message },
  { name: 'Task', cell: ({ title, field }) => (field === undefined ? title : `${title} (${field})`) },
  { name: 'Template or release', cell: ({ container }) => <Container container={container} /> },
];

interface Props {
  readonly found: Unresolved | undefined;
  readonly refusal: ReadonlySignal<string | null>;
}

/** References to missing plugins, connections and templates, and scripts without a stored author. */
export function UnresolvedShown({ found, refusal }: Props) {
  return (
    <section>
      <h2>Unresolved items</h2>
      <Refusal sentence={refusal.value} />
      {found && (
        <p>
          <Mark
            tone={found.count === 0 ? 'done' : 'waits'}
            word={found.count === 1 ? '1 unresolved item' : `${found.count} unresolved items`}
          />{' '}
          in templates and in releases that have not ended.
        </p>
      )}
      {found && found.items.length > 0 && (
        <AddressedTable
          name="unresolved"
          caption="Unresolved items"
          columns={columns}
          rows={found.items}
          keyOf={({ kind, id, field }) => `${kind} ${id} ${field ?? ''}`}
        />
      )}
    </section>
  );
}
