import type { Entity } from '../../api/entity.ts';
import { StatusLabel } from '../../components/marks/status.tsx';
import { AddressedTable } from '../../components/paged-table.tsx';
import { Refusal } from '../../components/refusal.tsx';
import type { Column } from '../../components/table.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { plural, t } from '../../navigation/text.ts';
import type { Unresolved, UnresolvedItem } from './responses.ts';

/** The template or release of an item, with a link. */
function Container({ container }: Pick<UnresolvedItem, 'container'>) {
  if (container === undefined) return t('All folders');
  const { type, id, title } = container;
  if (type === 'folder') return title;
  return (
    <Link to={`/${type === 'template' ? 'templates' : 'releases'}/${encodeURIComponent(lastSegment(id))}`}>
      {title}
    </Link>
  );
}

const columns: readonly Column<UnresolvedItem>[] = [
  { name: t('Problem'), cell: ({ message }) => message },
  { name: t('Task'), cell: ({ title, field }) => (field === undefined ? title : `${title} (${field})`) },
  { name: t('Template or release'), cell: ({ container }) => <Container container={container} /> },
];

interface Props {
  readonly items: Entity<Unresolved>;
}

/** References to missing plugins, connections and templates, and scripts without a stored author. */
export function UnresolvedItems({ items: { value, refusal, retry } }: Props) {
  const unresolved = value.value;
  return (
    <section class="card">
      <header>
        <h2>Unresolved items</h2>
        {unresolved && (
          <span class="end">
            <StatusLabel
              tone={unresolved.count === 0 ? 'done' : 'waits'}
              label={plural(unresolved.count, '# unresolved item', '# unresolved items')}
            />
          </span>
        )}
      </header>
      <Refusal message={refusal.value} retry={retry} />
      {unresolved && <p class="body">Missing plugins, connections and templates, in templates and live releases</p>}
      {unresolved && unresolved.items.length > 0 && (
        <AddressedTable
          name="unresolved"
          caption="Unresolved items"
          columns={columns}
          rows={unresolved.items}
          keyOf={({ kind, id, field }) => `${kind} ${id} ${field ?? ''}`}
        />
      )}
    </section>
  );
}
