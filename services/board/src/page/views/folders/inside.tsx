import type { FolderAnswer, ReleaseAnswer, ReleaseOverview } from '@slipway/wire';
import { useAsked } from '../../live/use-asked.ts';
import { nowAndThen, type Want } from '../../live/wants.ts';
import { Moment } from '../../parts/moment.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { StatusMark } from '../../parts/status.tsx';
import { type Column, Pager, rowsOfPage, Table } from '../../parts/table.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';
import { go } from '../../place/router.ts';
import { Counted } from './counted.tsx';
import { addressOf, type Spot } from './spot.ts';

interface Props {
  readonly folder: Pick<FolderAnswer, 'id'>;
  readonly spot: Spot;
}

const templateColumns: readonly Column<ReleaseAnswer>[] = [
  { name: 'Template', cell: ({ id, title }) => <Link to={`/templates/${lastOf(id)}`}>{title}</Link> },
  { name: 'Tags', cell: ({ tags }) => tags.join(', ') || '–' },
];

const releaseColumns: readonly Column<ReleaseOverview>[] = [
  { name: 'Release', cell: ({ id, title }) => <Link to={`/releases/${lastOf(id)}`}>{title}</Link> },
  { name: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { name: 'Started or planned', cell: ({ startDate }) => <Moment at={startDate} /> },
  { name: 'Owner', cell: ({ owner }) => owner ?? '–' },
];

const templatesWanted: readonly Want[] = ['list=templates', nowAndThen];
const releasesWanted: readonly Want[] = ['list=releases'];

interface ListProps<Row> {
  readonly name: string;
  readonly none: string;
  readonly columns: readonly Column<Row>[];
  readonly from: number;
  readonly turn: (from: number) => void;
  readonly path: string;
  readonly body?: object;
  readonly wanted: readonly Want[];
  /** The number of requested rows: a full response may have more than the page shows */
  readonly asks: number;
}

/** A page of what is in a folder. */
function List<Row extends { readonly id: string }>(props: ListProps<Row>) {
  const { name, none, columns, from, turn, path, body, wanted, asks } = props;
  const asked = useAsked<readonly Row[]>(path, { body, wanted });
  const rows = asked.value.value;
  const page = rows?.slice(0, rowsOfPage) ?? [];
  return (
    <section>
      <h2>{name}</h2>
      <Refusal sentence={asked.refusal.value} />
      {page.length > 0 && <Table caption={name} columns={columns} rows={page} keyOf={({ id }) => id} />}
      {rows?.length === 0 && <p class="empty">{none}</p>}
      <Pager from={from} count={page.length} hasMore={rows?.length === asks} turn={turn} />
    </section>
  );
}

/** The templates in a folder, and the live releases in it and below it. */
export function Inside({ folder: { id }, spot }: Props) {
  const { templates, releases } = spot;
  return (
    <>
      <List<ReleaseAnswer>
        name="Templates"
        none="No template is in this folder."
        columns={templateColumns}
        wanted={templatesWanted}
        path={`/folders/${lastOf(id)}/templates?view=summary&page=${Math.floor(templates / rowsOfPage)}`}
        asks={rowsOfPage}
        from={templates}
        turn={(from) => go(addressOf(id, { ...spot, templates: from }))}
      />
      <List<ReleaseOverview>
        name="Live releases, here and below"
        none="No live release is in this folder."
        columns={releaseColumns}
        wanted={releasesWanted}
        path={`/releases/search/overview?pageIsOffset=true&page=${releases}&resultsPerPage=${rowsOfPage + 1}`}
        asks={rowsOfPage + 1}
        body={{ parentId: id, orderBy: 'start_date', orderDirection: 'DESC' }}
        from={releases}
        turn={(from) => go(addressOf(id, { ...spot, releases: from }))}
      />
      <Counted id={id} />
    </>
  );
}
