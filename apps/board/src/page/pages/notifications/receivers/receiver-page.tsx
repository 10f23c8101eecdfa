import Ellipsis from '~icons/lucide/ellipsis';
import FlaskConical from '~icons/lucide/flask-conical';
import Pencil from '~icons/lucide/pencil';
import RotateCw from '~icons/lucide/rotate-cw';
import { ActionButton } from '../../../components/controls/action-button.tsx';
import { FieldChip } from '../../../components/controls/filter-controls.tsx';
import { Menu } from '../../../components/controls/menu.tsx';
import { Switch } from '../../../components/controls/switch.tsx';
import { Skeleton } from '../../../components/empty-state.tsx';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { UserName } from '../../../components/marks/user-name.tsx';
import { Moment } from '../../../components/moment.tsx';
import { NotFound } from '../../../components/not-found.tsx';
import { useFolders } from '../../../live/folders.ts';
import { useEntity } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { Link } from '../../../navigation/link.tsx';
import { navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { channelName } from '../channels.ts';
import { stateOptions } from '../delivery-state.tsx';
import { eventName } from '../event-words.ts';
import { languageName } from '../language-name.ts';
import { DeliveryList, type Ledger, useLedger } from '../ledger/delivery-list.tsx';
import { placePath, placeUrl, type Scope } from '../place.ts';
import { filterText } from '../rules/rules.ts';
import { FolderName } from './folder-name.tsx';
import { type Receiver, receiverPath } from './receiver.ts';
import { menuOf, type ReceiverActions } from './receiver-actions.ts';
import { ReceiverReason, ReceiverStatus } from './receiver-state.tsx';
import { ActionRefusal, useReceiverDialogs } from './use-receiver-dialogs.tsx';

const topics: readonly Topic[] = [polled];

interface ReceiverProps {
  readonly receiver: Receiver;
  readonly actions: ReceiverActions;
}

const Head = ({ receiver, actions }: ReceiverProps) => (
  <header class="page-head">
    <div class="page-title">
      <div class="row wrapped">
        <h2>
          <bdi>{receiver.title}</bdi>
        </h2>
        <ReceiverStatus receiver={receiver} />
      </div>
      <div class="meta">
        <span>
          {channelName(receiver.kind)} · <bdi>{receiver.host}</bdi>
        </span>
        <ReceiverReason receiver={receiver} />
      </div>
    </div>
    <div class="page-actions">
      <ActionButton missingPermission={null} run={() => actions.test(receiver)}>
        <Icon of={FlaskConical} />
        Send test
      </ActionButton>
      <button type="button" onClick={() => (actions.dialog.value = { kind: 'edit', receiver })}>
        <Icon of={Pencil} />
        Edit…
      </button>
      <Menu label="More actions" buttonClass="quiet square" sections={menuOf(receiver, actions, true)}>
        <Icon of={Ellipsis} />
      </Menu>
    </div>
  </header>
);

function Facts({ receiver, actions }: ReceiverProps) {
  const { types, filter, folderId, owner, createdAt, kind, language, previousSecretUntil, enabled } = receiver;
  const folders = useFolders();
  return (
    <section class="card" aria-labelledby="receiver-facts">
      <header>
        <h2 id="receiver-facts">Receiver</h2>
        <span class="end">
          <Switch
            label={t`Enable ${receiver.title}`}
            isOn={enabled}
            isBusy={actions.busy.value === receiver.id}
            change={(isOn) => void actions.setEnabled(receiver, isOn)}
          />
        </span>
      </header>
      <dl class="facts body">
        <dt>Events</dt>
        <dd>{types.length === 0 ? t('All events') : types.map(eventName).join(', ')}</dd>
        <dt>Only for</dt>
        <dd>
          <bdi>{filterText(filter) || t('Everything')}</bdi>
        </dd>
        <dt>Folder</dt>
        <dd>
          <FolderName folderId={folderId} folders={folders} />
        </dd>
        {kind !== 'webhook' && (
          <>
            <dt>Language</dt>
            <dd>{languageName(language ?? 'en')}</dd>
          </>
        )}
        {kind === 'webhook' && (
          <>
            <dt>Secret</dt>
            <dd>
              {previousSecretUntil === undefined ? (
                t('Requests are signed')
              ) : (
                <>
                  The previous secret signs too until <Moment at={previousSecretUntil} />
                </>
              )}
            </dd>
          </>
        )}
        <dt>Created by</dt>
        <dd>
          <UserName name={owner} /> · <Moment at={createdAt} />
        </dd>
      </dl>
    </section>
  );
}

const stateFilter = [['', t('All')], ...stateOptions] as const;

function Deliveries({ list }: { readonly list: Ledger }) {
  const { query, change, refresh } = list;
  return (
    <section class="card" aria-labelledby="deliveries">
      <header>
        <h2 id="deliveries">Deliveries</h2>
        <FieldChip
          label={t('Status')}
          text={stateFilter.find(([state]) => state === query.state)?.[1] ?? query.state}
          remove={query.state === '' ? null : () => change({ state: '' })}
        >
          <ChoiceField label="Status" value={query.state} options={stateFilter} change={(state) => change({ state })} />
        </FieldChip>
        <button type="button" class="small end" onClick={() => void refresh()}>
          <Icon of={RotateCw} size="small" />
          Refresh
        </button>
      </header>
      <DeliveryList list={list} />
    </section>
  );
}

interface Props {
  readonly scope: Scope;
  /** The last segment of the id of the receiver. */
  readonly id: string;
}

/** A receiver with its settings, deliveries and actions. */
export function ReceiverPage({ scope, id }: Props) {
  const { value, refusal, retry, refresh } = useEntity<Receiver>(receiverPath(id), topics);
  const list = useLedger(placePath(scope));
  const all = placeUrl(scope, 'receivers');
  const refreshAll = async (): Promise<void> => {
    await Promise.all([refresh(), list.refresh()]);
  };
  const { actions, content } = useReceiverDialogs(scope, refreshAll, () => navigate(all));
  const receiver = value.value;
  if (receiver === undefined)
    return refusal.value === null ? (
      <Skeleton />
    ) : (
      <NotFound kind="receiver" message={refusal.value} list={[all, t('All receivers')]} retry={retry} />
    );
  return (
    <>
      <p>
        <Link to={all}>All receivers</Link>
      </p>
      <Head receiver={receiver} actions={actions} />
      <ActionRefusal actions={actions} />
      <div class="main-and-side">
        <Deliveries list={list} />
        <Facts receiver={receiver} actions={actions} />
      </div>
      {content}
    </>
  );
}
