import type { Entity } from '../../api/entity.ts';
import { displayMessage } from '../../api/language.ts';
import { responseInWords } from '../../api/refusal-words.ts';
import { StatusLabel } from '../../components/marks/status.tsx';
import { Message } from '../../components/message.tsx';
import { AddressedTable } from '../../components/paged-table.tsx';
import { Refusal } from '../../components/refusal.tsx';
import type { Column } from '../../components/table.tsx';
import { lastSegment, triggerPath } from '../../navigation/ids.ts';
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

/** The kind of triggers that cannot create releases. */
const brokenTrigger = 'BROKEN_TRIGGER';

/** The object to change. Only a trigger has a view of its own. */
function Item({ kind, id, title, field }: UnresolvedItem) {
  if (kind === brokenTrigger) return <Link to={triggerPath(id)}>{title}</Link>;
  return field === undefined ? title : `${title} (${field})`;
}

const columns: readonly Column<UnresolvedItem>[] = [
  {
    name: t('Problem'),
    cell: ({ message, ...data }) => (
      <Message message={responseInWords(displayMessage({ ...data, sentence: message }))} />
    ),
  },
  { name: t('Task or trigger'), cell: (item) => <Item {...item} /> },
  { name: t('Found in'), cell: ({ container }) => <Container container={container} /> },
];

/** The number of triggers that cannot create releases, with a link to all triggers. */
function BrokenTriggers({ counts }: Pick<Unresolved, 'counts'>) {
  const count = counts[brokenTrigger] ?? 0;
  if (count === 0) return null;
  return (
    <p>
      <StatusLabel tone="failed" label={plural(count, '# broken trigger', '# broken triggers')} />{' '}
      <Link to="/automation">Open Automation</Link>
    </p>
  );
}

interface Props {
  readonly items: Entity<Unresolved>;
}

/** References to missing objects, scripts without a stored author, and broken triggers. */
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
      {unresolved && (
        <div class="body stack">
          <p>Missing plugins, connections and templates, in templates and live releases, and broken triggers</p>
          <BrokenTriggers counts={unresolved.counts} />
        </div>
      )}
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
