import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import type { FolderResponse } from '@slipway/api-schema/folders';
import { useEffect } from 'preact/hooks';
import { missingGlobalPermission } from '../../../api/permissions.ts';
import { MissingPermissions } from '../../../components/action-button.tsx';
import { NotFound } from '../../../components/not-found.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { findFolder, missingInFolder, useFolders } from '../../../live/folders.ts';
import { useEntity, useQuery } from '../../../live/queries.ts';
import { polled } from '../../../live/subscriptions.ts';
import { linkTo } from '../../../navigation/base.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { location, type ViewProps } from '../../../navigation/router.ts';
import { EnabledStatus } from '../triggers/columns.tsx';
import { authenticationLabel, authenticationOf, endpointState, webhookPath } from '../webhooks/endpoint.ts';
import { DeliveryList } from './delivery-list.tsx';
import { ChangeEndpoint, DeleteEndpoint } from './endpoint-actions.tsx';

/** A link to a folder, or its id if the user cannot view it. */
function FolderLink({ folderId }: { readonly folderId: string }) {
  const folder = findFolder(useFolders(), folderId);
  return folder === undefined ? (
    lastSegment(folderId)
  ) : (
    <Link to={`/folders/${lastSegment(folderId)}`}>{folder.name}</Link>
  );
}

const Facts = ({ endpoint }: { readonly endpoint: ConfigurationResponse }) => (
  <dl class="facts">
    <dt>Status</dt>
    <dd>
      <EnabledStatus isOn={endpoint.enabled !== false} />
    </dd>
    <dt>Address</dt>
    <dd>
      <code>{new URL(linkTo(webhookPath(endpoint)), window.location.href).href}</code>
    </dd>
    <dt>Authentication</dt>
    <dd>{authenticationLabel(authenticationOf(endpoint).type)}</dd>
    <dt>Folder</dt>
    <dd>{endpoint.folderId === undefined ? 'All folders' : <FolderLink folderId={endpoint.folderId} />}</dd>
  </dl>
);

interface EndpointProps {
  readonly endpoint: ConfigurationResponse;
  readonly refresh: () => Promise<void>;
}

function EndpointDetails({ endpoint, refresh }: EndpointProps) {
  const isGlobal = endpoint.folderId === undefined;
  const path = `/folders/${lastSegment(endpoint.folderId ?? '')}?depth=0&action=changeConfigurations`;
  const folder = useQuery<FolderResponse>(isGlobal ? null : path).value.value;
  // Undefined until the folder is loaded
  const missingPermission = isGlobal
    ? missingGlobalPermission('changeConfigurations')
    : folder && missingInFolder(folder, 'changeConfigurations');
  return (
    <>
      <h1>{endpoint.title}</h1>
      <div class="actions">
        <DeleteEndpoint endpoint={endpoint} missingPermission={missingPermission} />
        <MissingPermissions names={[missingPermission ?? null]} />
      </div>
      <Facts endpoint={endpoint} />
      <ChangeEndpoint endpoint={endpoint} missingPermission={missingPermission} refresh={refresh} />
      {missingPermission === null && (
        <DeliveryList endpoint={endpoint} urlState={endpointState.parse(location.value.query)} />
      )}
    </>
  );
}

/** The view of a webhook endpoint: its address, fields and deliveries. */
export function Webhook({ params: { id = '' } }: ViewProps) {
  const { value, refusal, refresh } = useEntity<ConfigurationResponse>(`/config/${id}`, [polled]);
  const endpoint = value.value;
  const title = endpoint?.title;
  useEffect(() => {
    document.title = `${title ?? 'Webhook endpoint'} · Slipway`;
  }, [title]);
  return (
    <section>
      {endpoint ? (
        <>
          <Link to="/automation/webhooks">All webhook endpoints</Link>
          <Refusal message={refusal.value} />
          <EndpointDetails endpoint={endpoint} refresh={refresh} />
        </>
      ) : (
        <NotFound
          kind="webhook endpoint"
          message={refusal.value}
          list={['/automation/webhooks', 'All webhook endpoints']}
        />
      )}
    </section>
  );
}
