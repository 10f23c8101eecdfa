import { useSignal } from '@preact/signals';
import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import { useEffect } from 'preact/hooks';
import Plus from '~icons/lucide/plus';
import ShieldCheck from '~icons/lucide/shield-check';
import TriangleAlert from '~icons/lucide/triangle-alert';
import WebhookIcon from '~icons/lucide/webhook';
import { mutate } from '../../../api/rest.ts';
import { ActionButton, MissingPermissions } from '../../../components/controls/action-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { PagedTable } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import type { Column } from '../../../components/table.tsx';
import { type AllowedFolders, type Folder, findFolder, useAllowedFolders } from '../../../live/folders.ts';
import { useEntity } from '../../../live/queries.ts';
import { polled } from '../../../live/subscriptions.ts';
import { announce } from '../../../navigation/announce.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { location, navigate, replaceUrl } from '../../../navigation/router.ts';
import { AutomationHead } from '../automation-head.tsx';
import type { Values } from '../properties/definition.ts';
import { EnabledStatus } from '../triggers/columns.tsx';
import { authenticationLabel, authenticationOf, endpointPath, endpointTypes, webhookPath } from './endpoint.ts';
import { EndpointForm } from './endpoint-form.tsx';

interface Props {
  /** The folders where the user can create endpoints. At the top level, an endpoint is for all folders. */
  readonly allowedFolders: AllowedFolders;
  readonly close: () => void;
  readonly onCreated: (endpoint: ConfigurationResponse) => void;
}

const noValues: Values = {};

/** The form of a new endpoint. */
function NewEndpoint({ allowedFolders, close, onCreated }: Props) {
  const title = useSignal('');
  const selectedFolder = useSignal<string | null>(null);
  const folder = selectedFolder.value ?? (allowedFolders.isAtTop ? '' : (allowedFolders.folders[0]?.id ?? ''));
  const globalOption = allowedFolders.isAtTop ? ([['', 'All folders']] as const) : [];
  const type = useSignal<string>(endpointTypes[0][0]);
  const save = async (properties: Values): Promise<void> => {
    const common = { type: type.value, title: title.value, ...(folder !== '' && { folderId: folder }) };
    const endpoint = await mutate<ConfigurationResponse>('POST', '/config', { ...properties, ...common });
    announce('Webhook endpoint created');
    onCreated(endpoint);
  };
  return (
    <Dialog title="New webhook endpoint" close={close}>
      <EndpointForm
        type={type.value}
        stored={noValues}
        authentication={undefined}
        submitLabel="Create endpoint"
        isDisabled={false}
        save={save}
      >
        <TextField
          label="Title"
          isRequired
          value={title.value}
          change={(text) => {
            title.value = text;
          }}
        />
        <ChoiceField
          label="Folder"
          value={folder}
          options={[...globalOption, ...allowedFolders.folders.map(({ id, name }) => [id, name] as const)]}
          change={(id) => {
            selectedFolder.value = id;
          }}
        />
        <ChoiceField
          label="Method"
          value={type.value}
          options={endpointTypes}
          change={(typeName) => {
            type.value = typeName;
          }}
        />
      </EndpointForm>
    </Dialog>
  );
}

/** How senders prove who they are, with a warning if they do not. */
function AuthenticationLabel({ endpoint }: { readonly endpoint: ConfigurationResponse }) {
  const { type } = authenticationOf(endpoint);
  const isOpen = type === 'events.NoAuthentication';
  return (
    <span class={isOpen ? 'row waits-text' : 'row'}>
      <Icon of={isOpen ? TriangleAlert : ShieldCheck} size="small" />
      {authenticationLabel(type)}
    </span>
  );
}

const columnsOf = (folders: readonly Folder[]): readonly Column<ConfigurationResponse>[] => [
  {
    name: 'Webhook endpoint',
    cell: ({ id, title, folderId }) => (
      <div class="two-lines">
        <Link to={endpointPath(id)}>{title}</Link>
        <bdi class="sub">
          {folderId === undefined ? 'All folders' : (findFolder(folders, folderId)?.name ?? lastSegment(folderId))}
        </bdi>
      </div>
    ),
  },
  { name: 'Address', cell: (endpoint) => <code>{webhookPath(endpoint)}</code> },
  {
    name: 'Method',
    cell: ({ type }) => endpointTypes.find(([name]) => name === type)?.[1] ?? type,
  },
  { name: 'Authentication', cell: (endpoint) => <AuthenticationLabel endpoint={endpoint} /> },
  { name: 'Status', cell: ({ enabled }) => <EnabledStatus isOn={enabled !== false} /> },
];

const path = '/config/byTypeAndTitle?configurationType=events.WebhookEndpoint';

const listUrl = (text: string, from: number): string => {
  const params = new URLSearchParams({ ...(text !== '' && { text }), ...(from > 0 && { from: String(from) }) });
  return `/automation/webhooks${params.size === 0 ? '' : `?${params}`}`;
};

/** Whether the title or the path of an endpoint contains the search text; case-insensitive. */
const matchesText = (endpoint: ConfigurationResponse, text: string): boolean =>
  `${endpoint.title}\n${webhookPath(endpoint)}`.toLowerCase().includes(text.trim().toLowerCase());

/** The list of webhook endpoints. REST returns all endpoints at once, so the filter and the pages are local. */
export function Webhooks() {
  const { value, refusal } = useEntity<readonly ConfigurationResponse[]>(path, [polled]);
  const isCreating = useSignal(false);
  const text = location.value.query.get('text') ?? '';
  const from = Math.max(0, Math.trunc(Number(location.value.query.get('from') ?? 0)) || 0);
  const rows = value.value?.filter((endpoint) => matchesText(endpoint, text));
  const allowedFolders = useAllowedFolders('changeConfigurations');
  const { isLoaded, missingPermission } = allowedFolders;
  const startCreating = (): void => {
    isCreating.value = true;
  };
  usePaletteActions(isLoaded ? [{ name: 'New webhook endpoint', missingPermission, run: startCreating }] : []);
  useEffect(() => {
    document.title = 'Webhook endpoints · Slipway';
  }, []);
  return (
    <section>
      <AutomationHead
        current="/automation/webhooks"
        meta="Other systems send events to an endpoint. Triggers and waiting tasks react to them."
      >
        <ActionButton isMain missingPermission={missingPermission} isDisabled={!isLoaded} run={startCreating}>
          <Icon of={Plus} />
          New webhook endpoint
        </ActionButton>
      </AutomationHead>
      <MissingPermissions names={[missingPermission]} />
      <search class="filters">
        <TextField
          label="Title or address"
          type="search"
          value={text}
          change={(newText) => replaceUrl(listUrl(newText, 0))}
        />
      </search>
      <Refusal message={refusal.value} />
      {rows && rows.length > 0 && (
        <PagedTable
          caption="Webhook endpoints"
          columns={columnsOf(allowedFolders.allFolders)}
          rows={rows}
          keyOf={({ id }) => id}
          from={from}
          goToPage={(to) => navigate(listUrl(text, to))}
        />
      )}
      {rows?.length === 0 && (
        <div class="card">
          <EmptyState
            icon={WebhookIcon}
            text={value.value?.length === 0 ? 'No webhook endpoints yet' : 'No webhook endpoints match these filters'}
          />
        </div>
      )}
      {isCreating.value && (
        <NewEndpoint
          allowedFolders={allowedFolders}
          close={() => (isCreating.value = false)}
          onCreated={({ id }) => navigate(endpointPath(id))}
        />
      )}
    </section>
  );
}
