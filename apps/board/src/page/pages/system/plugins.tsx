import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import Plug from '~icons/lucide/plug';
import Trash2 from '~icons/lucide/trash-2';
import Upload from '~icons/lucide/upload';
import type { Entity } from '../../api/entity.ts';
import { messageOf } from '../../api/errors.ts';
import { type DisplayMessage, warningsOf } from '../../api/language.ts';
import { mutate } from '../../api/rest.ts';
import { RowMenu } from '../../components/controls/row-menu.tsx';
import { fileDropHandlers } from '../../components/files.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { StatusLabel } from '../../components/marks/status.tsx';
import { Message } from '../../components/message.tsx';
import { Moment } from '../../components/moment.tsx';
import { AddressedTable } from '../../components/paged-table.tsx';
import { Refusal } from '../../components/refusal.tsx';
import type { Column } from '../../components/table.tsx';
import { announce } from '../../navigation/announce.ts';
import { t } from '../../navigation/text.ts';
import type { Plugin } from './responses.ts';

/** The maximum number of displayed lines in a list. */
const maxShown = 50;

interface LinesProps {
  readonly title: string;
  readonly lines: readonly DisplayMessage[];
}

const Lines = ({ title, lines }: LinesProps) =>
  lines.length === 0 ? null : (
    <details class="more">
      <summary>
        {title}: {lines.length}
      </summary>
      <ul>
        {lines.slice(0, maxShown).map((line, index) => (
          <li key={index}>
            <Message message={line} />
          </li>
        ))}
      </ul>
      {lines.length > maxShown && <p class="none">First {maxShown}</p>}
    </details>
  );

const columnsFor = (isBusy: boolean, remove: (name: string) => void): readonly Column<Plugin>[] => [
  {
    name: t('Plugin'),
    cell: ({ name, version }) => (
      <span class="person">
        <Icon of={Plug} />
        <span>
          <bdi>{name}</bdi>
          <span class="sub">{version}</span>
        </span>
      </span>
    ),
  },
  {
    name: t('Provides'),
    cell: ({ types, lacks, ...plugin }) => (
      <>
        <Lines title="Types" lines={types.map(({ type, label }) => (label === '' ? type : `${label} (${type})`))} />
        <Lines title="Problems" lines={warningsOf(plugin)} />
        <Lines
          title="Missing in scripts"
          lines={lacks.map(({ script, name, reason }) => t`${name} in ${script}: ${reason}`)}
        />
      </>
    ),
  },
  {
    name: t('Status'),
    cell: (plugin) =>
      warningsOf(plugin).length + plugin.lacks.length === 0 ? (
        <StatusLabel tone="done" label="Healthy" />
      ) : (
        <StatusLabel tone="failed" label="Has problems" />
      ),
  },
  {
    name: t('Installed'),
    cell: ({ installedAt, installedBy, source }) => (
      <>
        <Moment at={installedAt} /> {installedBy === undefined ? t`from ${source}` : t`by ${installedBy}`}
      </>
    ),
  },
  {
    name: t('Actions'),
    cell: ({ name }) => (
      <RowMenu
        label={t`Actions for ${name}`}
        sections={[
          {
            actions: [
              {
                ...{ label: t('Uninstall…'), icon: Trash2, isDanger: true, run: () => remove(name) },
                disabledReason: isBusy ? t('Another change is running') : null,
              },
            ],
          },
        ]}
      />
    ),
  },
];

interface UploadProps {
  readonly isBusy: boolean;
  readonly install: (file: File) => void;
}

/** A field that installs a plugin as soon as the user selects a jar file. */
function PluginUpload({ isBusy, install }: UploadProps) {
  const id = useId();
  return (
    <div class="field drop" {...fileDropHandlers(([file]) => !isBusy && file && install(file))}>
      <label for={id}>
        <Icon of={Upload} /> Install or update a plugin
      </label>
      <input
        id={id}
        type="file"
        accept=".jar"
        disabled={isBusy}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) install(file);
        }}
      />
      <span class="hint">or drop a plugin archive (.jar) here</span>
    </div>
  );
}

interface Props {
  readonly plugins: Entity<readonly Plugin[]>;
}

/** The installed plugins, with their types, warnings and missing script functions. */
export function Plugins({ plugins: { value, refusal, retry, refresh } }: Props) {
  const plugins = value.value;
  const isBusy = useSignal(false);
  const actionRefusal = useSignal<DisplayMessage | null>(null);
  const nameToRemove = useSignal<string | null>(null);
  const runAction = async (work: () => Promise<string>): Promise<void> => {
    isBusy.value = true;
    actionRefusal.value = null;
    try {
      const message = await work();
      await refresh();
      announce(message);
    } catch (error) {
      actionRefusal.value = messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  const install = (file: File) =>
    runAction(async () => {
      const form = new FormData();
      form.append('file', file, file.name);
      const { name } = await mutate<Plugin>('POST', '/plugins', form);
      return t`${name} installed`;
    });
  const uninstall = async (name: string): Promise<string> => {
    await mutate('DELETE', `/plugins/${encodeURIComponent(name)}`);
    await refresh();
    return t`${name} uninstalled`;
  };
  const removed = nameToRemove.value;
  return (
    <section class="card">
      <header>
        <h2>Plugins</h2>
        {plugins && plugins.length > 0 && <span class="badge">{plugins.length}</span>}
      </header>
      <Refusal message={actionRefusal.value} />
      <Refusal message={refusal.value} retry={retry} />
      {plugins?.length === 0 && <p class="empty body">No plugins installed</p>}
      {plugins && plugins.length > 0 && (
        <AddressedTable
          name="plugins"
          caption="Plugins"
          columns={columnsFor(isBusy.value, (name) => (nameToRemove.value = name))}
          rows={plugins}
          keyOf={({ name }) => name}
        />
      )}
      <div class="body">
        <PluginUpload isBusy={isBusy.value} install={(file) => void install(file)} />
      </div>
      {removed !== null && (
        <FormDialog
          title={t`Uninstall ${removed}?`}
          submitLabel="Uninstall plugin"
          close={() => (nameToRemove.value = null)}
          run={() => uninstall(removed)}
        >
          <p>Tasks and triggers of its types no longer work.</p>
        </FormDialog>
      )}
    </section>
  );
}
