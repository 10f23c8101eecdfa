import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { missingCreatePermission } from '../../api/permissions.ts';
import { read } from '../../api/rest.ts';
import { ActionButton, ActionLink, MissingPermissions } from '../../components/action-button.tsx';
import { ChoiceField, TextField } from '../../components/fields/field.tsx';
import { fileDropHandlers } from '../../components/files.tsx';
import { ServerPage } from '../../components/paged-table.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { type Column, pageSize } from '../../components/table.tsx';
import { type AllowedFolders, type Folder, folderOf, folderOptions, useAllowedFolders } from '../../live/folders.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { usePagedList } from '../../live/use-paged-list.ts';
import { announce } from '../../navigation/announce.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { offsetParam, type StateOf, textParam, urlState, withParams } from '../../navigation/url-state.ts';
import { ImportDialog } from './import-dialog.tsx';
import { NewDialog } from './new-dialog.tsx';
import { TemplateDialog, type TemplateSummary } from './template-dialog.tsx';

export const templatesUrl = urlState({
  title: textParam('title'),
  /** The input of the tag filter, separated by commas. */
  tags: textParam('tags'),
  /** The id of the parent folder; empty: all folders. */
  folder: textParam('folder'),
  from: offsetParam('from'),
});

/** The filters and the offset of the template list. */
export type TemplateQuery = StateOf<typeof templatesUrl>;

/** Returns the request path of a page with `count` templates. */
export function requestPath({ title, tags, folder }: TemplateQuery, page: number, count: number): string {
  const params = new URLSearchParams({ view: 'summary', page: String(page), resultsPerPage: String(count) });
  if (title.trim() !== '') params.set('title', title.trim());
  if (folder !== '') params.set('folderId', folder);
  for (const tag of tags.split(',')) if (tag.trim() !== '') params.append('tag', tag.trim());
  return withParams('/templates', params);
}

const topics: readonly Topic[] = ['list=templates'];

const columnsOf = (folders: readonly Folder[], open: (id: string) => void): readonly Column<TemplateSummary>[] => [
  { name: 'Template', cell: ({ id, title }) => <Link to={`/templates/${lastSegment(id)}`}>{title}</Link> },
  { name: 'Folder', cell: (template) => folderOf(folders, template)?.name ?? '–' },
  { name: 'Owner', cell: ({ owner }) => owner ?? '–' },
  { name: 'Tags', cell: ({ tags }) => (tags.length > 0 ? tags.join(', ') : '–') },
  {
    name: 'Actions',
    cell: (template) => (
      <div class="tools">
        <ActionLink
          missingPermission={missingCreatePermission(template)}
          to={`/templates/${lastSegment(template.id)}/create`}
        >
          New release
        </ActionLink>
        <button
          type="button"
          class="quiet"
          aria-label={`More actions for ${template.title}`}
          onClick={() => open(template.id)}
        >
          ⋯
        </button>
      </div>
    ),
  },
];

interface FilterProps {
  readonly query: TemplateQuery;
  readonly folders: readonly Folder[];
  readonly change: (changes: Partial<TemplateQuery>) => void;
}

/** The filters of the list. */
const Filters = ({ query, folders, change }: FilterProps) => (
  <search class="filters">
    <TextField label="Title" type="search" value={query.title} change={(title) => change({ title })} />
    <TextField label="Tags" hint="Separate tags with commas." value={query.tags} change={(tags) => change({ tags })} />
    <ChoiceField
      label="Folder"
      value={query.folder}
      options={[['', 'All folders'], ...folderOptions(folders)]}
      change={(folder) => change({ folder })}
    />
  </search>
);

/** The open dialog: for the template with this id, for a new template, or for an import. */
type OpenDialog = { readonly id: string } | 'new' | 'import' | null;

interface ToolsProps {
  readonly allowedFolders: AllowedFolders;
  readonly open: (dialog: 'new' | 'import') => void;
}

/** The buttons that create and import templates. */
function Tools({ allowedFolders: { isLoaded, missingPermission }, open }: ToolsProps) {
  const actions = [
    { name: 'New template', missingPermission, run: () => open('new') },
    { name: 'Import templates', missingPermission, run: () => open('import') },
  ];
  usePaletteActions(isLoaded ? actions : []);
  return (
    <p class="tools">
      <ActionButton missingPermission={missingPermission} isDisabled={!isLoaded} isMain run={() => open('new')}>
        New template…
      </ActionButton>
      <ActionButton missingPermission={missingPermission} isDisabled={!isLoaded} run={() => open('import')}>
        Import…
      </ActionButton>
      <Link to="/as-code" class="button">
        As code
      </Link>
    </p>
  );
}

interface TemplatePage {
  readonly rows: readonly TemplateSummary[];
  readonly hasMore: boolean;
}

/** Loads a page of templates. After a full page, another request checks whether there is a next page. */
async function loadPage(query: TemplateQuery): Promise<TemplatePage> {
  const load = (page: number, count: number) => read<readonly TemplateSummary[]>(requestPath(query, page, count));
  const rows = await load(Math.floor(query.from / pageSize), pageSize);
  const hasMore = rows.length === pageSize && (await load(query.from + pageSize, 1)).length > 0;
  return { rows, hasMore };
}

/** The list of templates. The address contains the filters. */
export function Templates() {
  const list = usePagedList<TemplateQuery, TemplatePage>({
    ...{ path: '/templates', urlState: templatesUrl, topicsOf: () => topics, load: loadPage },
    ...{ firstPage: { from: 0 }, typedFilters: ['title', 'tags'] },
  });
  const { query, page, change } = list;
  const allowedFolders = useAllowedFolders('createTemplate', topics);
  const openDialog = useSignal<OpenDialog>(null);
  const file = useSignal<File | null>(null);
  useEffect(() => {
    document.title = 'Templates · Slipway';
  }, []);
  const goToPage = (from: number): void => {
    change({ from });
    announce(`Templates from ${from + 1}`);
  };
  const close = (): void => {
    openDialog.value = null;
    file.value = null;
  };
  const dropHandlers = fileDropHandlers(([droppedFile]) => {
    file.value = droppedFile ?? null;
    openDialog.value = 'import';
  });
  const rows = page?.rows;
  const current = openDialog.value;
  const template = rows?.find(({ id }) => current !== null && typeof current === 'object' && id === current.id);
  return (
    <section {...dropHandlers}>
      <h1>Templates</h1>
      <Filters query={query} folders={allowedFolders.allFolders} change={change} />
      <Tools allowedFolders={allowedFolders} open={(dialog) => (openDialog.value = dialog)} />
      <MissingPermissions names={[allowedFolders.missingPermission, ...(rows ?? []).map(missingCreatePermission)]} />
      <Refusal message={list.refusal} />
      <ServerPage
        caption="Templates"
        columns={columnsOf(allowedFolders.allFolders, (id) => (openDialog.value = { id }))}
        rows={rows}
        keyOf={({ id }) => id}
        emptyText={list.isDefault ? 'No templates yet' : 'No templates match these filters'}
        from={query.from}
        hasMore={page?.hasMore === true}
        goToPage={goToPage}
      />
      {current === 'new' && <NewDialog allowedFolders={allowedFolders} folder={query.folder} close={close} />}
      {current === 'import' && (
        <ImportDialog
          allowedFolders={allowedFolders}
          folder={query.folder}
          file={file}
          refresh={list.refresh}
          close={close}
        />
      )}
      {template && (
        <TemplateDialog template={template} allowedFolders={allowedFolders} refresh={list.refresh} close={close} />
      )}
    </section>
  );
}
