import type { ConfigurationAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { folderNamed, useFolders } from '../../../live/folders.ts';
import { useEntity } from '../../../live/use-entity.ts';
import { lackingForAll, useRights } from '../../../live/use-rights.ts';
import { nowAndThen } from '../../../live/wants.ts';
import { DeadEnd } from '../../../parts/dead-end.tsx';
import { Lacking } from '../../../parts/deed.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { linkTo } from '../../../place/base.ts';
import { lastOf } from '../../../place/ids.ts';
import { Link } from '../../../place/link.tsx';
import { place } from '../../../place/router.ts';
import type { ViewProps } from '../../view.ts';
import { Enabled } from '../triggers/columns.tsx';
import { authenticationOf, pathOf, wordOfMethod } from '../webhooks/endpoint.ts';
import { Change } from './change.tsx';
import { Delete } from './delete.tsx';
import { Sent } from './sent.tsx';
import { spotIn } from './spot.ts';

/** The folder with this id, if visible. */
function Place({ folderId }: { readonly folderId: string }) {
  const folder = folderNamed(useFolders(), folderId);
  return folder === undefined ? lastOf(folderId) : <Link to={`/folders/${lastOf(folderId)}`}>{folder.name}</Link>;
}

const Facts = ({ endpoint }: { readonly endpoint: ConfigurationAnswer }) => (
  <dl class="facts">
    <dt>State</dt>
    <dd>
      <Enabled isOn={endpoint.enabled !== false} />
    </dd>
    <dt>Address</dt>
    <dd>
      <code>{new URL(linkTo(pathOf(endpoint)), window.location.href).href}</code>
    </dd>
    <dt>Authentication</dt>
    <dd>{wordOfMethod(authenticationOf(endpoint).type)}</dd>
    <dt>Folder</dt>
    <dd>{endpoint.folderId === undefined ? 'All folders' : <Place folderId={endpoint.folderId} />}</dd>
  </dl>
);

interface Known {
  readonly endpoint: ConfigurationAnswer;
  readonly refresh: () => Promise<void>;
}

function Shown({ endpoint, refresh }: Known) {
  const isGlobal = endpoint.folderId === undefined;
  const rights = useRights(endpoint.id, isGlobal ? [] : ['configuration']);
  const lacking = isGlobal ? lackingForAll('globalConfiguration') : rights.lacking('configuration');
  return (
    <>
      <h1>{endpoint.title}</h1>
      <div class="actions">
        <Delete endpoint={endpoint} lacking={lacking} />
        {(isGlobal || rights.isKnown) && <Lacking names={[lacking]} />}
      </div>
      <Facts endpoint={endpoint} />
      <Change endpoint={endpoint} lacking={lacking} refresh={refresh} />
      {lacking === null && <Sent endpoint={endpoint} spot={spotIn(place.value.query)} />}
    </>
  );
}

/** A webhook endpoint: where it is called, its fields, and what it was sent. */
export function Webhook({ parts: { id = '' } }: ViewProps) {
  const { value, refusal, refresh } = useEntity<ConfigurationAnswer>(`/config/${id}`, [nowAndThen]);
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
          <Shown endpoint={endpoint} refresh={refresh} />
        </>
      ) : (
        <DeadEnd
          what="webhook endpoint"
          sentence={refusal.value}
          list={['/automation/webhooks', 'All webhook endpoints']}
        />
      )}
    </section>
  );
}
