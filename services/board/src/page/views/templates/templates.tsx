import { computed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type Folder, folderOf, offeredFolders } from '../../live/folders.ts';
import { useLive } from '../../live/use-live.ts';
import { type Places, usePlaces } from '../../live/use-places.ts';
import { lackingToCreate } from '../../live/use-rights.ts';
import type { Want } from '../../live/wants.ts';
import { Deed, Lacking, WayToDeed } from '../../parts/deed.tsx';
import { ChoiceField, TextField } from '../../parts/field.tsx';
import { dropsFiles } from '../../parts/files/drop.ts';
import { Refusal } from '../../parts/refusal.tsx';
import { type Column, Pager, Table } from '../../parts/table.tsx';
import { announce } from '../../place/announce.ts';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';
import { useOffers } from '../../place/offers.ts';
import { go, place, restate } from '../../place/router.ts';
import { found, type Listed } from './found.ts';
import { ImportDialog } from './import-dialog.tsx';
import { NewDialog } from './new-dialog.tsx';
import { addressOf, queryIn, type TemplateQuery } from './query.ts';
import { StepsDialog } from './steps-dialog.tsx';

const wanted: readonly Want[] = ['list=templates'];

const columnsOf = (folders: readonly Folder[], open: (id: string) => void): readonly Column<Listed>[] => [
  { name: 'Template', cell: ({ id, title }) => <Link to={`/templates/${lastOf(id)}`}>{title}</Link> },
  { name: 'Folder', cell: (template) => folderOf(folders, template)?.name ?? '–' },
  { name: 'Owner', cell: ({ owner }) => owner ?? '–' },
  { name: 'Tags', cell: ({ tags }) => (tags.length > 0 ? tags.join(', ') : '–') },
  {
    name: 'Steps',
    cell: (template) => (
      <div class="tools">
        <WayToDeed lacking={lackingToCreate(template)} to={`/templates/${lastOf(template.id)}/create`}>
          New release
        </WayToDeed>
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
      options={[['', 'Any'], ...offeredFolders(folders)]}
      change={(folder) => change({ folder })}
    />
  </search>
);

/** The open dialog: for the template with this id, a new one, or a file. */
type Opened = { readonly id: string } | 'new' | 'import' | null;

interface ToolsProps {
  readonly places: Places;
  readonly open: (asked: 'new' | 'import') => void;
}

/** The ways to new templates. */
function Tools({ places: { isKnown, lacking }, open }: ToolsProps) {
  const offers = [
    { name: 'New template', lacking, run: () => open('new') },
    { name: 'Import templates', lacking, run: () => open('import') },
  ];
  useOffers(isKnown ? offers : []);
  return (
    <p class="tools">
      <Deed lacking={lacking} isDisabled={!isKnown} isMain run={() => open('new')}>
        New template…
      </Deed>
      <Deed lacking={lacking} isDisabled={!isKnown} run={() => open('import')}>
        Import…
      </Deed>
      <Link to="/as-code" class="button">
        As code
      </Link>
    </p>
  );
}

/** All visible templates; the address contains the query. */
export function Templates() {
  const query = useMemo(() => computed(() => queryIn(place.value.query)), []);
  const list = useMemo(() => found(() => query.peek()), []);
  const places = usePlaces({ inFolder: 'editTemplate', atTop: 'newTemplate' }, wanted);
  const opened = useSignal<Opened>(null);
  const file = useSignal<File | null>(null);
  useLive(wanted, list.refresh);
  useEffect(() => {
    document.title = 'Templates · Slipway';
  }, []);
  useSignalEffect(() => {
    if (query.value.from >= 0) void list.refresh();
  });
  const change = (changes: Partial<TemplateQuery>): void => {
    const address = addressOf({ ...query.peek(), from: 0, ...changes });
    if ('title' in changes || 'tags' in changes) restate(address);
    else go(address);
  };
  const turn = (from: number): void => {
    change({ from });
    announce(`Templates from ${from + 1}`);
  };
  const close = (): void => {
    opened.value = null;
    file.value = null;
  };
  const drops = dropsFiles(([dropped]) => {
    file.value = dropped ?? null;
    opened.value = 'import';
  });
  const rows = list.rows.value;
  const now = opened.value;
  const template = rows?.find(({ id }) => now !== null && typeof now === 'object' && id === now.id);
  return (
    <section {...drops}>
      <h1>Templates</h1>
      <Filters query={query.value} folders={places.all} change={change} />
      <Tools places={places} open={(asked) => (opened.value = asked)} />
      <Lacking names={[places.lacking, ...(rows ?? []).map(lackingToCreate)]} />
      <Refusal sentence={list.refusal.value} />
      {rows && rows.length > 0 && (
        <Table
          caption="Templates"
          columns={columnsOf(places.all, (id) => (opened.value = { id }))}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      {rows?.length === 0 && (
        <p class="empty">
          {addressOf(query.value) === '/templates' ? 'There is no template that you may see.' : 'No template matches.'}
        </p>
      )}
      <Pager from={query.value.from} count={rows?.length ?? 0} hasMore={list.hasMore.value} turn={turn} />
      {now === 'new' && <NewDialog places={places} folder={query.value.folder} close={close} />}
      {now === 'import' && (
        <ImportDialog places={places} folder={query.value.folder} file={file} refresh={list.refresh} close={close} />
      )}
      {template && <StepsDialog template={template} places={places} refresh={list.refresh} close={close} />}
    </section>
  );
}
