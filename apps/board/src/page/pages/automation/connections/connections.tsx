import { useSignal } from '@preact/signals';
import type {
  ConfigurationResponse,
  ConfigurationTypeResponse,
  StatusResponse,
} from '@slipway/api-schema/configurations';
import { useEffect } from 'preact/hooks';
import Plug from '~icons/lucide/plug';
import Plus from '~icons/lucide/plus';
import { messageOf } from '../../../api/errors.ts';
import { textOf } from '../../../api/language.ts';
import { mutate } from '../../../api/rest.ts';
import { ActionButton, MissingPermissions } from '../../../components/controls/action-button.tsx';
import { FieldChip, SearchInput } from '../../../components/controls/filter-controls.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { AddressedTable } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useAllowedFolders } from '../../../live/folders.ts';
import { useEntity } from '../../../live/queries.ts';
import { polled } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { location, navigate, replaceUrl } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { AutomationHead } from '../automation-head.tsx';
import { columnsOf } from './columns.tsx';
import {
  type CheckState,
  type ConnectionListState,
  connectionListUrl,
  connectionPath,
  connectionsPath,
  connectionTypesPath,
  hasOwnView,
  parseConnectionList,
  selectConnections,
  typeTitle,
} from './connection.ts';
import { DeleteConnection, EditConnection, NewConnection } from './connection-dialogs.tsx';

const noTypes: readonly ConfigurationTypeResponse[] = [];

/** Returns the results of checks by connection, and a function that runs a check. */
function useChecks() {
  const checks = useSignal<ReadonlyMap<string, CheckState>>(new Map());
  const set = (id: string, state: CheckState): void => {
    checks.value = new Map(checks.peek()).set(id, state);
  };
  const run = async (connection: ConfigurationResponse): Promise<void> => {
    const { id } = connection;
    if (checks.peek().get(id) === 'running') return;
    set(id, 'running');
    try {
      set(id, await mutate<StatusResponse>('POST', `${connectionPath(connection)}/status`));
    } catch (error) {
      set(id, { success: false, scriptFound: true, errorText: textOf(messageOf(error)) });
    }
  };
  return { checks, run };
}

interface FiltersProps {
  readonly state: ConnectionListState;
  readonly types: readonly ConfigurationTypeResponse[];
}

function Filters({ state, types }: FiltersProps) {
  const change = (changes: Partial<ConnectionListState>): void =>
    replaceUrl(connectionListUrl({ ...state, ...changes }));
  return (
    <search class="filter-bar">
      <SearchInput label="Search by title" value={state.text} change={(text) => change({ text })} />
      <FieldChip
        label="Type"
        text={state.type === '' ? t('All types') : typeTitle(types, state.type)}
        remove={state.type === '' ? null : () => change({ type: '' })}
      >
        <ChoiceField
          label="Type"
          value={state.type}
          options={[['', t('All types')], ...types.map(({ type, title }) => [type, title] as const)]}
          change={(type) => change({ type })}
        />
      </FieldChip>
    </search>
  );
}

/** The connections to other systems, with a check of each. REST returns all at once, so filters and pages are local. */
export function Connections() {
  const { value, refusal, retry, refresh } = useEntity<readonly ConfigurationResponse[]>(connectionsPath, [polled]);
  const typesEntity = useEntity<readonly ConfigurationTypeResponse[]>(connectionTypesPath, []);
  const types = (typesEntity.value.value ?? noTypes).filter((type) => !hasOwnView(type));
  const allowedFolders = useAllowedFolders('changeConfigurations');
  const { isLoaded, missingPermission } = allowedFolders;
  const isCreating = useSignal(false);
  const deleted = useSignal<ConfigurationResponse | null>(null);
  const { checks, run } = useChecks();
  const state = parseConnectionList(location.value.query);
  const all = value.value;
  const rows = all && selectConnections(all, state);
  const opened = all?.find(({ id }) => lastSegment(id) === state.connection);
  const create = (): void => {
    isCreating.value = true;
  };
  usePaletteActions(isLoaded ? [{ name: t('New connection'), missingPermission, run: create }] : []);
  useEffect(() => {
    document.title = t('Connections · Slipway');
  }, []);
  const dialogProps = { types, allowedFolders, refresh };
  return (
    <section>
      <AutomationHead
        current="/automation/connections"
        meta="Servers and accounts that tasks, triggers and webhooks of plugins use."
      >
        <ActionButton isMain missingPermission={missingPermission} isDisabled={types.length === 0} run={create}>
          <Icon of={Plus} />
          New connection
        </ActionButton>
      </AutomationHead>
      <MissingPermissions names={[missingPermission]} />
      <Filters state={state} types={types} />
      <Refusal message={refusal.value} retry={retry} />
      {rows && rows.length > 0 && (
        <AddressedTable
          caption="Connections"
          name="from"
          columns={columnsOf({
            ...{ types, allowedFolders, state },
            checkOf: (id) => checks.value.get(id),
            check: (connection) => void run(connection),
            remove: (connection) => (deleted.value = connection),
          })}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      {rows?.length === 0 && (
        <div class="card">
          <EmptyState
            icon={Plug}
            text={
              state.text === '' && state.type === '' ? t('No connections yet') : t('No connections match these filters')
            }
          />
        </div>
      )}
      {isCreating.value && <NewConnection {...dialogProps} close={() => (isCreating.value = false)} />}
      {opened && (
        <EditConnection
          key={opened.id}
          {...dialogProps}
          connection={opened}
          close={() => navigate(connectionListUrl({ ...state, connection: null }))}
        />
      )}
      {deleted.value && (
        <DeleteConnection connection={deleted.value} refresh={refresh} close={() => (deleted.value = null)} />
      )}
    </section>
  );
}
