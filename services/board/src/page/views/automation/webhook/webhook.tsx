import type { ConfigurationResponse } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { findFolder, useFolders } from '../../../live/folders.ts';
import { useEntity } from '../../../live/use-entity.ts';
import { missingGlobalPermission, usePermissions } from '../../../live/use-rights.ts';
import { polled } from '../../../live/wants.ts';
import { NotFound } from '../../../parts/dead-end.tsx';
import { MissingPermissions } from '../../../parts/deed.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { linkTo } from '../../../place/base.ts';
import { lastSegment } from '../../../place/ids.ts';
import { Link } from '../../../place/link.tsx';
import { location } from '../../../place/router.ts';
import type { ViewProps } from '../../view.ts';
import { EnabledStatus } from '../triggers/columns.tsx';
import { authenticationOf, webhookPath, authenticationLabel } from '../webhooks/endpoint.ts';
import { ChangeEndpoint } from './change.tsx';
import { DeleteEndpoint } from './delete.tsx';
import { DeliveryList } from './sent.tsx';
import { parseUrl } from './spot.ts';

/** The folder with this id, if visible. */
function FolderLink({ folderId }: { readonly folderId: string }) {
  const folder = findFolder(useFolders(), folderId);
  return folder === undefined ? lastSegment(folderId) : <Link to={`/folders/${lastSegment(folderId)}`}>{folder.name}</Link>;
}

const Facts = ({ endpoint }: { readonly endpoint: ConfigurationResponse }) => (
  <dl class="facts">
    <dt>State</dt>
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
  const permissions = usePermissions(endpoint.id, isGlobal ? [] : ['configuration']);
  const missingPermission = isGlobal ? missingGlobalPermission('globalConfiguration') : permissions.missing('configuration');
  return (
    <>
      <h1>{endpoint.title}</h1>
      <div class="actions">
        <DeleteEndpoint endpoint={endpoint} missingPermission={missingPermission} />
        {(isGlobal || permissions.isLoaded) && <MissingPermissions names={[missingPermission]} />}
      </div>
      <Facts endpoint={endpoint} />
      <ChangeEndpoint endpoint={endpoint} missingPermission={missingPermission} refresh={refresh} />
      {missingPermission === null && <DeliveryList endpoint={endpoint} urlState={parseUrl(location.value.query)} />}
    </>
  );
}

/** A webhook endpoint: where it is called, its fields, and what it was sent. */
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
          <Refusal sentence={refusal.value} />
          <EndpointDetails endpoint={endpoint} refresh={refresh} />
        </>
      ) : (
        <NotFound
          kind="webhook endpoint"
          sentence={refusal.value}
          list={['/automation/webhooks', 'All webhook endpoints']}
        />
      )}
    </section>
  );
}
