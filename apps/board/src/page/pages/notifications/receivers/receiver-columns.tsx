import { RowMenu } from '../../../components/controls/row-menu.tsx';
import { Switch } from '../../../components/controls/switch.tsx';
import type { Column } from '../../../components/table.tsx';
import type { Folder } from '../../../live/folders.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { channelName } from '../channels.ts';
import { receiverUrl, type Scope } from '../place.ts';
import { filterText } from '../rules/rules.ts';
import { FolderName } from './folder-name.tsx';
import { eventsText, type Receiver } from './receiver.ts';
import { menuOf, type ReceiverActions } from './receiver-actions.ts';
import { ReceiverReason, ReceiverStatus } from './receiver-state.tsx';

interface Context {
  readonly scope: Scope;
  readonly folders: readonly Folder[];
  readonly actions: ReceiverActions;
}

/** The columns of a list of receivers. */
export const receiverColumns = ({ scope, folders, actions }: Context): readonly Column<Receiver>[] => [
  {
    name: t('Receiver'),
    cell: ({ id, title, kind, host }) => (
      <div class="two-lines">
        <Link to={receiverUrl(scope, id)}>
          <bdi>{title}</bdi>
        </Link>
        <span class="sub">
          {channelName(kind)} · <bdi>{host}</bdi>
        </span>
      </div>
    ),
  },
  { name: t('Folder'), cell: ({ folderId }) => <FolderName folderId={folderId} folders={folders} /> },
  {
    name: t('Events'),
    cell: (receiver) => (
      <div class="two-lines">
        {eventsText(receiver)}
        {filterText(receiver.filter) !== '' && <bdi class="sub">{filterText(receiver.filter)}</bdi>}
      </div>
    ),
  },
  {
    name: t('Status'),
    cell: (receiver) => (
      <div class="two-lines result">
        <ReceiverStatus receiver={receiver} />
        <ReceiverReason receiver={receiver} />
      </div>
    ),
  },
  {
    name: t('Enabled'),
    cell: (receiver) => (
      <Switch
        label={t`Enable ${receiver.title}`}
        isOn={receiver.enabled}
        isBusy={actions.busy.value === receiver.id}
        change={(isOn) => void actions.setEnabled(receiver, isOn)}
      />
    ),
  },
  {
    ...{ name: t('Actions'), isNameHidden: true, class: 'row-menu' },
    cell: (receiver) => (
      <RowMenu label={t`Actions for ${receiver.title}`} sections={menuOf(receiver, actions, false)} />
    ),
  },
];
