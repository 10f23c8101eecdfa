import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import ShieldCheck from '~icons/lucide/shield-check';
import TriangleAlert from '~icons/lucide/triangle-alert';
import { missingGlobalPermission, missingPermissionFor } from '../../../api/permissions.ts';
import { MissingPermissions } from '../../../components/controls/action-button.tsx';
import { CopyButton } from '../../../components/controls/copy-button.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Pager, pageSize } from '../../../components/table.tsx';
import { type AllowedFolders, findFolder } from '../../../live/folders.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { webhookAddress } from '../events/webhook-address.ts';
import { EnabledStatus } from '../triggers/columns.tsx';
import { DeliveryList } from '../webhook/delivery-list.tsx';
import { NewTriggerButton } from '../webhook/new-trigger-button.tsx';
import {
  authenticationLabel,
  authenticationOf,
  type EndpointListState,
  endpointListUrl,
  endpointPath,
  endpointSettingsPath,
  endpointTypes,
  firstDeliveries,
} from './endpoint.ts';

/** How senders authenticate, with a warning if they do not. */
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

interface ItemProps {
  readonly endpoint: ConfigurationResponse;
  readonly isSelected: boolean;
  readonly to: string;
  /** The name of its folder. */
  readonly folder: string;
}

const EndpointItem = ({ endpoint, isSelected, to, folder }: ItemProps) => (
  <li class={isSelected ? 'endpoint selected' : 'endpoint'}>
    <Link to={to} current={isSelected}>
      {endpoint.title}
    </Link>
    <span class="sub">{endpointTypes.find(([name]) => name === endpoint.type)?.[1] ?? endpoint.type}</span>
    <AuthenticationLabel endpoint={endpoint} />
    <bdi class="sub">{folder}</bdi>
    {endpoint.enabled === false && <EnabledStatus isOn={false} />}
    <Link to={endpointSettingsPath(endpoint.id)} class="settings" label={t`Settings of ${endpoint.title}`}>
      Settings
    </Link>
  </li>
);

interface DetailsProps {
  readonly endpoint: ConfigurationResponse;
  readonly state: EndpointListState;
  readonly allowedFolders: AllowedFolders;
}

/** The address of the selected endpoint, and its deliveries if the user may read them. */
function EndpointDetails({ endpoint, state, allowedFolders }: DetailsProps) {
  const { folderId, id, title } = endpoint;
  const address = webhookAddress(endpoint);
  const folder = folderId === undefined ? undefined : findFolder(allowedFolders.allFolders, folderId);
  const missingPermission =
    folderId === undefined
      ? missingGlobalPermission('changeConfigurations')
      : folder && missingPermissionFor(folder, 'changeConfigurations');
  const facts = (
    <p class="endpoint-address">
      <code>{address}</code>
      <CopyButton label="Copy address" getText={() => address} />
      <Link to={endpointPath(id)}>Open endpoint</Link>
      <NewTriggerButton endpoint={endpoint} />
    </p>
  );
  if (missingPermission === null) {
    const urlOf = (delivery: Pick<EndpointListState, 'page' | 'delivery'>): string =>
      endpointListUrl({ ...state, endpoint: lastSegment(id), ...delivery });
    return (
      <DeliveryList
        endpoint={endpoint}
        title={t`Deliveries to ${title}`}
        urlState={{ page: state.page, delivery: state.delivery }}
        urlOf={urlOf}
      >
        {facts}
      </DeliveryList>
    );
  }
  return (
    <section class="card" aria-labelledby="selected-endpoint">
      <header>
        <h2 id="selected-endpoint">{title}</h2>
      </header>
      {facts}
      <MissingPermissions names={[missingPermission ?? null]} objectId={folderId ?? ''} />
    </section>
  );
}

interface Props {
  readonly endpoints: readonly ConfigurationResponse[];
  readonly state: EndpointListState;
  readonly allowedFolders: AllowedFolders;
}

/** The endpoints, and beside them the deliveries of the selected one. */
export function EndpointBrowser({ endpoints, state, allowedFolders }: Props) {
  const from = state.from < endpoints.length ? state.from : 0;
  const page = endpoints.slice(from, from + pageSize);
  const selected = endpoints.find(({ id }) => lastSegment(id) === state.endpoint) ?? page[0];
  const folderOf = ({ folderId }: ConfigurationResponse): string =>
    folderId === undefined
      ? t('All folders')
      : (findFolder(allowedFolders.allFolders, folderId)?.name ?? lastSegment(folderId));
  return (
    <div class="endpoints">
      <section class="card" aria-labelledby="endpoints">
        <header>
          <h2 id="endpoints">Webhook endpoints</h2>
        </header>
        <ul>
          {page.map((endpoint) => (
            <EndpointItem
              key={endpoint.id}
              endpoint={endpoint}
              isSelected={endpoint === selected}
              folder={folderOf(endpoint)}
              to={endpointListUrl({ ...state, ...firstDeliveries, endpoint: lastSegment(endpoint.id) })}
            />
          ))}
        </ul>
        <Pager
          from={from}
          count={page.length}
          hasMore={from + page.length < endpoints.length}
          goToPage={(offset) => navigate(endpointListUrl({ ...state, ...firstDeliveries, from: offset }))}
        />
      </section>
      {selected && (
        <EndpointDetails key={selected.id} endpoint={selected} state={state} allowedFolders={allowedFolders} />
      )}
    </div>
  );
}
