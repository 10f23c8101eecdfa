import { type Signal, useSignal } from '@preact/signals';
import type { ComponentProps } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import CodeXml from '~icons/lucide/code-xml';
import Ellipsis from '~icons/lucide/ellipsis';
import Plus from '~icons/lucide/plus';
import Upload from '~icons/lucide/upload';
import { permissionReason } from '../../api/permission-reason.ts';
import { missingCreatePermission } from '../../api/permissions.ts';
import { read } from '../../api/rest.ts';
import { ActionButton, ActionLink, MissingPermissions } from '../../components/controls/action-button.tsx';
import { FieldChip, SearchInput } from '../../components/controls/filter-controls.tsx';
import { Menu } from '../../components/controls/menu.tsx';
import { Skeleton } from '../../components/empty-state.tsx';
import { ChoiceField, TextField } from '../../components/fields/field.tsx';
import { fileDropHandlers } from '../../components/files.tsx';
import { Avatar } from '../../components/marks/avatar.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { UserName } from '../../components/marks/user-name.tsx';
import { None } from '../../components/moment.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ServerPage } from '../../components/paged-table.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { type Column, pageSize } from '../../components/table.tsx';
import {
  type AllowedFolders,
  type Folder,
  findFolder,
  folderOf,
  folderOptions,
  rootFolder,
  selectAllowedFolder,
  useAllowedFolders,
} from '../../live/folders.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { usePagedList } from '../../live/use-paged-list.ts';
import { announce } from '../../navigation/announce.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { offsetParam, type StateOf, textParam, urlState, withParams } from '../../navigation/url-state.ts';
import { ImportDialog } from './import-dialog.tsx';
import { NewDialog } from './new-dialog.tsx';
import { NoTemplates } from './no-templates.tsx';
import { type OpenTemplateDialog, TemplateDialogs, TemplateMenu, type TemplateSummary } from './template-menu.tsx';

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

type Folders = readonly Folder[];

const topics: readonly Topic[] = ['list=templates'];

/** The title of a template, with its folder below. */
const TemplateTitle = ({ template, folders }: { readonly template: TemplateSummary; readonly folders: Folders }) => (
  <>
    <Link to={`/templates/${lastSegment(template.id)}`}>{template.title}</Link>
    <div class="sub">{folderOf(folders, template)?.name ?? '–'}</div>
  </>
);

const columnsOf = (folders: Folders, openDialog: Signal<OpenTemplateDialog>): readonly Column<TemplateSummary>[] => [
  { name: t('Template'), cell: (template) => <TemplateTitle template={template} folders={folders} /> },
  {
    name: t('Tags'),
    cell: ({ tags }) =>
      tags.length === 0 ? (
        <None />
      ) : (
        <div class="row wrapped">
          {tags.map((tag) => (
            <bdi key={tag} class="tag">
              {tag}
            </bdi>
          ))}
        </div>
      ),
  },
  {
    name: t('Owner'),
    cell: ({ owner }) =>
      owner ? (
        <span class="row">
          <Avatar name={owner} isNamed />
          <UserName name={owner} />
        </span>
      ) : (
        <None />
      ),
  },
  {
    name: t('Actions'),
    class: 'act',
    isNameHidden: true,
    cell: (template) => (
      <div class="row-tools">
        <ActionLink
          missingPermission={missingCreatePermission(template)}
          to={`/templates/${lastSegment(template.id)}/create`}
        >
          New release
        </ActionLink>
        <TemplateMenu template={template} openDialog={openDialog} />
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
function Filters({ query, folders, change }: FilterProps) {
  const { title, tags, folder } = query;
  return (
    <search class="filter-bar">
      <SearchInput label="Search templates" value={title} change={(text) => change({ title: text })} />
      <FieldChip
        label="Folder"
        text={folder === '' ? t('All folders') : (findFolder([rootFolder, ...folders], folder)?.name ?? t('Selected'))}
        remove={folder === '' ? null : () => change({ folder: '' })}
      >
        <ChoiceField
          label="Folder"
          value={folder}
          options={[['', t('All folders')], ...folderOptions(folders)]}
          change={(id) => change({ folder: id })}
        />
      </FieldChip>
      <FieldChip label="Tags" text={tags || t('Any')} remove={tags === '' ? null : () => change({ tags: '' })}>
        <TextField label="Tags" hint="Separated by commas" value={tags} change={(text) => change({ tags: text })} />
      </FieldChip>
    </search>
  );
}

/** The open dialog: for a new template, or for an import. */
type OpenDialog = 'new' | 'import' | null;

interface ToolsProps {
  readonly allowedFolders: AllowedFolders;
  readonly open: (dialog: 'new' | 'import') => void;
}

/** The buttons that create and import templates. */
function Tools({ allowedFolders: { isLoaded, missingPermission }, open }: ToolsProps) {
  const actions = [
    { name: t('New template'), missingPermission, run: () => open('new') },
    { name: t('Import templates'), missingPermission, run: () => open('import') },
  ];
  usePaletteActions(isLoaded ? actions : []);
  const disabledReason = permissionReason(missingPermission);
  const menuActions = [
    { label: t('Import…'), icon: Upload, run: () => open('import'), disabledReason },
    { label: t('As code'), icon: CodeXml, run: () => navigate('/as-code') },
  ];
  return (
    <>
      <ActionButton missingPermission={missingPermission} isDisabled={!isLoaded} isMain run={() => open('new')}>
        <Icon of={Plus} />
        New template
      </ActionButton>
      <Menu label="More actions" buttonClass="square" sections={[{ actions: menuActions }]}>
        <Icon of={Ellipsis} />
      </Menu>
    </>
  );
}

interface CreationProps extends ComponentProps<typeof ImportDialog> {
  readonly openDialog: OpenDialog;
}

/** The open dialog that creates or imports templates. */
function CreationDialog({ openDialog, ...props }: CreationProps) {
  if (openDialog === 'new') return <NewDialog {...props} />;
  return openDialog === 'import' ? <ImportDialog {...props} /> : null;
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
  const openTemplateDialog = useSignal<OpenTemplateDialog>(null);
  const file = useSignal<File | null>(null);
  useEffect(() => {
    document.title = t('Templates · Slipway');
  }, []);
  const goToPage = (from: number): void => {
    change({ from });
    announce(t`Templates from ${from + 1}`);
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
  const columns = useMemo(() => columnsOf(allowedFolders.allFolders, openTemplateDialog), [allowedFolders.allFolders]);
  const isEmpty = rows?.length === 0 && list.isDefault;
  return (
    <section {...dropHandlers}>
      <PageHead title="Templates">
        <Tools allowedFolders={allowedFolders} open={(dialog) => (openDialog.value = dialog)} />
      </PageHead>
      <MissingPermissions names={[allowedFolders.missingPermission, ...(rows ?? []).map(missingCreatePermission)]} />
      {!isEmpty && <Filters query={query} folders={allowedFolders.allFolders} change={change} />}
      <Refusal message={list.refusal} retry={list.retry} />
      {rows === undefined && list.refusal === null && <Skeleton />}
      {isEmpty ? (
        <NoTemplates folder={selectAllowedFolder(allowedFolders, query.folder)} />
      ) : (
        <ServerPage
          caption="Templates"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          emptyText="No templates match these filters"
          from={query.from}
          hasMore={page?.hasMore === true}
          goToPage={goToPage}
        />
      )}
      <CreationDialog
        openDialog={current}
        allowedFolders={allowedFolders}
        folder={query.folder}
        file={file}
        refresh={list.refresh}
        close={close}
      />
      <TemplateDialogs
        openDialog={openTemplateDialog}
        find={(id) => rows?.find((template) => template.id === id)}
        refresh={list.refresh}
      />
    </section>
  );
}
