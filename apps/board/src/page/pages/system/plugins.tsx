import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { messageOf } from '../../api/errors.ts';
import { type DisplayMessage, warningsOf } from '../../api/language.ts';
import { mutate } from '../../api/rest.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { Message } from '../../components/message.tsx';
import { Moment } from '../../components/moment.tsx';
import { AddressedTable } from '../../components/paged-table.tsx';
import { Refusal } from '../../components/refusal.tsx';
import type { Column } from '../../components/table.tsx';
import { announce } from '../../navigation/announce.ts';
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
    name: 'Plugin',
    cell: ({ name, version }) => (
      <>
        {name} {version}
      </>
    ),
  },
  {
    name: 'Installed',
    cell: ({ installedAt, installedBy, source }) => (
      <>
        <Moment at={installedAt} /> {installedBy === undefined ? `from ${source}` : `by ${installedBy}`}
      </>
    ),
  },
  {
    name: 'Provides',
    cell: ({ types, lacks, ...plugin }) => (
      <>
        <Lines title="Types" lines={types.map(({ type, label }) => (label === '' ? type : `${label} (${type})`))} />
        <Lines title="Problems" lines={warningsOf(plugin)} />
        <Lines
          title="Missing in scripts"
          lines={lacks.map(({ script, name, reason }) => `${name} in ${script}: ${reason}`)}
        />
      </>
    ),
  },
  {
    name: 'Actions',
    cell: ({ name }) => <DeleteButton name={name} isDisabled={isBusy} run={() => remove(name)} isOneOfMany />,
  },
];

interface UploadProps {
  readonly isBusy: boolean;
  readonly install: (file: File) => void;
}

/** A field that installs a plugin as soon as the user selects a jar file. */
function Upload({ isBusy, install }: UploadProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Install or update a plugin</label>
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
    </div>
  );
}

interface Props {
  readonly plugins: readonly Plugin[] | undefined;
  readonly refusal: ReadonlySignal<DisplayMessage | null>;
  readonly refresh: () => Promise<void>;
}

/** The installed plugins, with their types, warnings and missing script functions. */
export function Plugins({ plugins, refusal, refresh }: Props) {
  const isBusy = useSignal(false);
  const actionRefusal = useSignal<DisplayMessage | null>(null);
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
      return `${name} installed`;
    });
  const remove = (name: string) =>
    runAction(async () => {
      await mutate('DELETE', `/plugins/${encodeURIComponent(name)}`);
      return `${name} uninstalled`;
    });
  return (
    <section>
      <h2>Plugins</h2>
      <Upload isBusy={isBusy.value} install={(file) => void install(file)} />
      <Refusal message={actionRefusal.value ?? refusal.value} />
      {plugins?.length === 0 && <p class="empty">No plugins installed</p>}
      {plugins && plugins.length > 0 && (
        <AddressedTable
          name="plugins"
          caption="Plugins"
          columns={columnsFor(isBusy.value, (name) => void remove(name))}
          rows={plugins}
          keyOf={({ name }) => name}
        />
      )}
    </section>
  );
}
