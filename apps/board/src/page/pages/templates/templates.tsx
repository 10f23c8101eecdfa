import { computed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { ActionButton, ActionLink, MissingPermissions } from '../../components/action-button.tsx';
import { ChoiceField, TextField } from '../../components/fields/field.tsx';
import { fileDropHandlers } from '../../components/files/file-drop.ts';
import { Refusal } from '../../components/refusal.tsx';
import { type Column, Pager, Table } from '../../components/table.tsx';
import { type Folder, folderOf, folderOptions } from '../../live/folders.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { type AllowedFolders, useAllowedFolders } from '../../live/use-allowed-folders.ts';
import { useLiveRefresh } from '../../live/use-live-refresh.ts';
import { missingCreatePermission } from '../../live/use-permissions.ts';
import { announce } from '../../navigation/announce.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { location, navigate, replaceUrl } from '../../navigation/router.ts';
import { ImportDialog } from './import-dialog.tsx';
import { NewDialog } from './new-dialog.tsx';
import { parseQuery, queryUrl, type TemplateQuery } from './query.ts';
import { TemplateDialog } from './template-dialog.tsx';
import { createTemplatePageQuery, type TemplateSummary } from './template-page-query.ts';

const topics: readonly Topic[] = ['list=templates'];

const columnsOf = (folders: readonly Folder[], open: (id: string) => void): readonly Column<TemplateSummary>[] => [
  { name: 'Template', cell: ({ id, title }) => <Link to={`/templates/${lastSegment(id)}`}>{title}</Link> },
  { name: 'Folder', cell: (template) => folderOf(folders, template)?.name ?? '–' },
  { name: 'Owner', cell: ({ owner }) => owner ?? '–' },
  { name: 'Tags', cell: ({ tags }) => (tags.length > 0 ? tags.join(', ') : '–') },
  {
    name: 'Steps',
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
          aria-label={`Steps for ${template.title}`}
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

/** What a list of templates may be narrowed by. */
const Filters = ({ query, folders, change }: FilterProps) => (
  <search class="filters">
    <TextField label="Title" type="search" value={query.title} change={(title) => change({ title })} />
    <TextField label="Tags, by commas" value={query.tags} change={(tags) => change({ tags })} />
    <ChoiceField
      label="Folder"
      value={query.folder}
      options={[['', 'Any'], ...folderOptions(folders)]}
      change={(folder) => change({ folder })}
    />
  </search>
);

/** The open dialog: for the template with this id, a new one, or a file. */
type OpenDialog = { readonly id: string } | 'new' | 'import' | null;

interface ToolsProps {
  readonly allowedFolders: AllowedFolders;
  readonly open: (dialog: 'new' | 'import') => void;
}

/** The ways to new templates. */
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

/** All visible templates; the address contains the query. */
export function Templates() {
  const query = useMemo(() => computed(() => parseQuery(location.value.query)), []);
  const list = useMemo(() => createTemplatePageQuery(() => query.peek()), []);
  const allowedFolders = useAllowedFolders({ inFolder: 'editTemplate', atTop: 'newTemplate' }, topics);
  const openDialog = useSignal<OpenDialog>(null);
  const file = useSignal<File | null>(null);
  useLiveRefresh(topics, list.refresh);
  useEffect(() => {
    document.title = 'Templates · Slipway';
  }, []);
  useSignalEffect(() => {
    if (query.value.from >= 0) void list.refresh();
  });
  const change = (changes: Partial<TemplateQuery>): void => {
    const address = queryUrl({ ...query.peek(), from: 0, ...changes });
    if ('title' in changes || 'tags' in changes) replaceUrl(address);
    else navigate(address);
  };
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
  const rows = list.rows.value;
  const current = openDialog.value;
  const template = rows?.find(({ id }) => current !== null && typeof current === 'object' && id === current.id);
  return (
    <section {...dropHandlers}>
      <h1>Templates</h1>
      <Filters query={query.value} folders={allowedFolders.allFolders} change={change} />
      <Tools allowedFolders={allowedFolders} open={(dialog) => (openDialog.value = dialog)} />
      <MissingPermissions names={[allowedFolders.missingPermission, ...(rows ?? []).map(missingCreatePermission)]} />
      <Refusal sentence={list.refusal.value} />
      {rows && rows.length > 0 && (
        <Table
          caption="Templates"
          columns={columnsOf(allowedFolders.allFolders, (id) => (openDialog.value = { id }))}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      {rows?.length === 0 && (
        <p class="empty">
          {queryUrl(query.value) === '/templates' ? 'There is no template that you may see.' : 'No template matches.'}
        </p>
      )}
      <Pager from={query.value.from} count={rows?.length ?? 0} hasMore={list.hasMore.value} goToPage={goToPage} />
      {current === 'new' && <NewDialog allowedFolders={allowedFolders} folder={query.value.folder} close={close} />}
      {current === 'import' && (
        <ImportDialog
          allowedFolders={allowedFolders}
          folder={query.value.folder}
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
