import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import type { FolderResponse } from '@slipway/api-schema/folders';
import { useEffect } from 'preact/hooks';
import { missingGlobalPermission } from '../../../api/permissions.ts';
import { MissingPermissions } from '../../../components/controls/action-button.tsx';
import { CopyButton } from '../../../components/controls/copy-button.tsx';
import { NotFound } from '../../../components/not-found.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { findFolder, missingInFolder, useFolders } from '../../../live/folders.ts';
import { useEntity, useQuery } from '../../../live/queries.ts';
import { polled } from '../../../live/subscriptions.ts';
import { useBreadcrumb } from '../../../navigation/breadcrumb.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { location, type ViewProps } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { SenderGuide } from '../events/sender-guide.tsx';
import { senderOf, useSenders } from '../events/senders.ts';
import { webhookAddress } from '../events/webhook-address.ts';
import { EnabledStatus } from '../triggers/columns.tsx';
import {
  authenticationLabel,
  authenticationOf,
  endpointState,
  endpointTypes,
  endpointUrl,
} from '../webhooks/endpoint.ts';
import { DeliveryList } from './delivery-list.tsx';
import { ChangeEndpoint, EndpointMenu } from './endpoint-actions.tsx';
import { NewTriggerButton } from './new-trigger-button.tsx';
import { SecretCard } from './secret-card.tsx';

/** A link to a folder, or its id if the user cannot view it. */
function FolderLink({ folderId }: { readonly folderId: string }) {
  const folder = findFolder(useFolders(), folderId);
  return folder === undefined ? (
    lastSegment(folderId)
  ) : (
    <Link to={`/folders/${lastSegment(folderId)}`}>{folder.name}</Link>
  );
}

function Facts({ endpoint }: { readonly endpoint: ConfigurationResponse }) {
  const address = webhookAddress(endpoint);
  const { type } = authenticationOf(endpoint);
  return (
    <section class="card" aria-labelledby="endpoint-facts">
      <header>
        <h2 id="endpoint-facts">Endpoint</h2>
      </header>
      <dl class="facts body">
        <dt>Address</dt>
        <dd>
          <code>{address}</code> <CopyButton label="Copy address" getText={() => address} />
        </dd>
        <dt>Method</dt>
        <dd>{endpointTypes.find(([name]) => name === endpoint.type)?.[1] ?? endpoint.type}</dd>
        <dt>Authentication</dt>
        <dd>{authenticationLabel(type)}</dd>
        <dt>Folder</dt>
        <dd>{endpoint.folderId === undefined ? t('All folders') : <FolderLink folderId={endpoint.folderId} />}</dd>
      </dl>
    </section>
  );
}

/** How to create the webhook in the system that the endpoint is for; nothing for an unknown system. */
function SenderCard({ endpoint }: { readonly endpoint: ConfigurationResponse }) {
  const sender = senderOf(useSenders(), endpoint, authenticationOf(endpoint));
  if (sender === undefined) return null;
  return (
    <section class="card" aria-labelledby="sender">
      <header>
        <h2 id="sender">Set up {sender.title}</h2>
      </header>
      <div class="body">
        <SenderGuide sender={sender} address={webhookAddress(endpoint)} />
      </div>
    </section>
  );
}

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
  useBreadcrumb([
    { label: t('Automation'), to: '/automation' },
    { label: t('Webhook endpoints'), to: '/automation/webhooks' },
    { label: endpoint.title, to: null },
  ]);
  return (
    <>
      <PageHead title={endpoint.title} status={<EnabledStatus isOn={endpoint.enabled !== false} />}>
        <NewTriggerButton endpoint={endpoint} isMain />
        <EndpointMenu endpoint={endpoint} missingPermission={missingPermission} />
      </PageHead>
      <MissingPermissions names={[missingPermission ?? null]} />
      <div class="main-and-side">
        {missingPermission === null && (
          <DeliveryList
            endpoint={endpoint}
            urlState={endpointState.parse(location.value.query)}
            urlOf={(state) => endpointUrl(endpoint.id, state)}
          />
        )}
        <div class="stack">
          <Facts endpoint={endpoint} />
          <SecretCard endpoint={endpoint} missingPermission={missingPermission} refresh={refresh} />
          <SenderCard endpoint={endpoint} />
          <ChangeEndpoint endpoint={endpoint} missingPermission={missingPermission} refresh={refresh} />
        </div>
      </div>
    </>
  );
}

/** The view of a webhook endpoint: its address, fields and deliveries. */
export function Webhook({ params: { id = '' } }: ViewProps) {
  const { value, refusal, retry, refresh } = useEntity<ConfigurationResponse>(`/config/${id}`, [polled]);
  const endpoint = value.value;
  const title = endpoint?.title;
  useEffect(() => {
    document.title = t`${title ?? t('Webhook endpoint')} · Slipway`;
  }, [title]);
  return (
    <section>
      {endpoint ? (
        <>
          <Refusal message={refusal.value} retry={retry} />
          <EndpointDetails endpoint={endpoint} refresh={refresh} />
        </>
      ) : (
        <NotFound
          kind="webhook endpoint"
          message={refusal.value}
          list={['/automation/webhooks', t('All webhook endpoints')]}
          retry={retry}
        />
      )}
    </section>
  );
}
