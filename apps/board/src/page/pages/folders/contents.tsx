import type { FolderResponse } from '@slipway/api-schema/folders';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { ReleaseOverview } from '@slipway/api-schema/search';
import { Avatar } from '../../components/marks/avatar.tsx';
import { StatusBadge } from '../../components/marks/status.tsx';
import { UserName } from '../../components/marks/user-name.tsx';
import { Moment, None } from '../../components/moment.tsx';
import { ServerPage } from '../../components/paged-table.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { type Column, pageSize } from '../../components/table.tsx';
import { useQuery } from '../../live/queries.ts';
import { polled, type Topic } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { folderUrl, type UrlState } from './url-state.ts';

interface Props {
  readonly folder: Pick<FolderResponse, 'id'>;
  readonly urlState: UrlState;
}

const Tags = ({ names }: { readonly names: readonly string[] }) =>
  names.length === 0 ? (
    <None />
  ) : (
    <span class="tags">
      {names.map((name) => (
        <bdi key={name} class="tag">
          {name}
        </bdi>
      ))}
    </span>
  );

const Owner = ({ name }: { readonly name: string | undefined }) =>
  name === undefined ? (
    <None />
  ) : (
    <span class="person">
      <Avatar name={name} isNamed />
      <UserName name={name} />
    </span>
  );

const templateColumns: readonly Column<ReleaseResponse>[] = [
  { name: t('Template'), cell: ({ id, title }) => <Link to={`/templates/${lastSegment(id)}`}>{title}</Link> },
  { name: t('Tags'), cell: ({ tags }) => <Tags names={tags} /> },
];

const releaseColumns: readonly Column<ReleaseOverview>[] = [
  { name: t('Release'), cell: ({ id, title }) => <Link to={`/releases/${lastSegment(id)}`}>{title}</Link> },
  { name: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  { name: t('Start'), cell: ({ startDate }) => <Moment at={startDate} /> },
  { name: t('Owner'), cell: ({ owner }) => <Owner name={owner} /> },
];

const templateTopics: readonly Topic[] = ['list=templates', polled];
const releaseTopics: readonly Topic[] = ['list=releases'];

interface ListProps<Row> {
  readonly name: string;
  readonly emptyText: string;
  readonly columns: readonly Column<Row>[];
  readonly from: number;
  readonly goToPage: (from: number) => void;
  readonly path: string;
  readonly body?: object;
  readonly topics: readonly Topic[];
  /** The number of rows in the request. If the response has as many rows, there is a next page. */
  readonly requestedRows: number;
}

/** A page of the templates or releases in a folder. */
function PagedList<Row extends { readonly id: string }>(props: ListProps<Row>) {
  const { name, emptyText, columns, from, goToPage, path, body, topics, requestedRows } = props;
  const result = useQuery<readonly Row[]>(path, { body, topics });
  const rows = result.value.value;
  return (
    <section class="card">
      <header>
        <h2>{name}</h2>
      </header>
      <Refusal message={result.refusal.value} retry={result.retry} />
      <ServerPage
        {...{ columns, emptyText, from, goToPage }}
        caption={name}
        rows={rows?.slice(0, pageSize)}
        keyOf={({ id }) => id}
        hasMore={rows?.length === requestedRows}
      />
    </section>
  );
}

/** The templates in a folder, and the live releases in it and below it. */
export function Contents({ folder: { id }, urlState }: Props) {
  const { templates, releases } = urlState;
  return (
    <div class="stack">
      <PagedList<ReleaseResponse>
        name="Templates"
        emptyText="No templates in this folder"
        columns={templateColumns}
        topics={templateTopics}
        path={`/folders/${lastSegment(id)}/templates?view=summary&page=${Math.floor(templates / pageSize)}`}
        requestedRows={pageSize}
        from={templates}
        goToPage={(from) => navigate(folderUrl(id, { ...urlState, templates: from }))}
      />
      <PagedList<ReleaseOverview>
        name="Live releases, including subfolders"
        emptyText="No live releases in this folder"
        columns={releaseColumns}
        topics={releaseTopics}
        path={`/releases/search/overview?teams=false&pageIsOffset=true&page=${releases}&resultsPerPage=${pageSize + 1}`}
        requestedRows={pageSize + 1}
        body={{ parentId: id, orderBy: 'start_date', orderDirection: 'DESC' }}
        from={releases}
        goToPage={(from) => navigate(folderUrl(id, { ...urlState, releases: from }))}
      />
    </div>
  );
}
